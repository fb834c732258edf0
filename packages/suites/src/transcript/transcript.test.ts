import { noUsage } from "@flow-state-dev/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTranscript } from "./read-transcript.ts";
import { renderEvent, renderTranscript } from "./render-transcript.ts";
import type { TranscriptEvent } from "./transcript-event.ts";
import { parseTranscriptLine } from "./transcript-line.ts";
import { createTranscriptWriter } from "./write-transcript.ts";

const header = { agent: "x", agentVersion: "1", model: "sim/strong", startedAt: "2026-11-02T10:00:00.000Z" };

const events: TranscriptEvent[] = [
  { type: "message", role: "system", text: "rules", atMs: 0, turn: null },
  { type: "message", role: "user", text: "Do it.", atMs: 1, turn: null },
  { type: "message", role: "assistant", text: "Looking.", reasoning: "hm", atMs: 5, turn: 1 },
  {
    type: "usage",
    model: "m",
    usage: { ...noUsage, inputTokens: 100, outputTokens: 7 },
    costUsd: 0.0123,
    durationMs: 1500,
    atMs: 5,
    turn: 1,
  },
  { type: "tool-call", id: "a", tool: "shell", input: { command: "npm test" }, atMs: 6, turn: 1 },
  {
    type: "tool-result",
    id: "a",
    tool: "shell",
    ok: false,
    text: "no\n[exit code 1]",
    durationMs: 20,
    atMs: 26,
    turn: 1,
  },
  { type: "output", stream: "stdout", text: "hello\n", atMs: 27, turn: null },
  { type: "notice", text: "waiting", atMs: 28, turn: 2 },
  { type: "error", error: { name: "Error", message: "broke" }, atMs: 29, turn: null },
  { type: "end", ended: "done", detail: "", atMs: 30, turn: null },
];

function written(list: readonly TranscriptEvent[], options = {}): string {
  let text = "";
  const writer = createTranscriptWriter({ write: (line) => (text += line), header, ...options });
  for (const event of list) writer.add(event);
  writer.close();
  return text;
}

describe("transcripts", () => {
  test("what is written is read", () => {
    const text = written(events);
    expect(text.split("\n")).toHaveLength(events.length + 2);
    expect(readTranscript(text)).toEqual({
      header: { transcript: 1, ...header },
      events,
      left: 0,
      problems: [],
    });
  });

  test("long texts lose their middle, and a full transcript says how much it left out", () => {
    const long: TranscriptEvent = { type: "notice", text: `<${"y".repeat(10_000)}>`, atMs: 0, turn: null };
    const [cut] = readTranscript(written([long], { maxText: 100 })).events as { text: string }[];
    expect(cut!.text).toMatch(/^<y+\n\[… 9902 characters left out …\]\ny+>$/);
    const text = written([...Array(100).fill(long), events.at(-1)!], { maxTotal: 50_000 });
    expect(text.length).toBeLessThan(51_000);
    const read = readTranscript(text);
    expect(read.left + read.events.length).toBe(101);
    expect(read.events.at(-1)).toMatchObject({ type: "end" });
  });

  test("what cannot be written does not break the rest", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const text = written([
      { type: "tool-call", id: "a", tool: "t", input: loop, atMs: 0, turn: 1 },
      events.at(-1)!,
    ]);
    expect(readTranscript(text).events.map(({ type }) => type)).toEqual(["notice", "end"]);
  });

  test("one that broke off is read up to there, and what is wrong is named by its line", () => {
    const text = written(events);
    expect(readTranscript(text.slice(0, -20)).events).toHaveLength(events.length - 1);
    const bad = [
      '{"transcript":2}',
      "{",
      '{"type":"wink","atMs":0,"turn":null}',
      '{"type":"end","atMs":0,"turn":null}',
      "[]",
    ];
    expect(readTranscript(bad.join("\n")).problems).toEqual([
      { line: 1, problem: "version 2 of the format; this program reads version 1" },
      { line: 2, problem: "not JSON" },
      { line: 3, problem: 'unknown event "wink"' },
      { line: 4, problem: "a end event with wrong fields" },
      { line: 5, problem: "not an object" },
    ]);
  });

  test("any text is read without a throw, and shown without control characters", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json())),
        fc.string({ unit: "binary" }),
        (lines, said) => {
          readTranscript(lines.join("\n"));
          const shown = renderEvent({ type: "message", role: "assistant", text: said, atMs: 0, turn: 1 });
          for (const line of shown) expect(line).not.toMatch(/(?!\t)\p{Cc}|\u202e/u);
        },
      ),
    );
  });
});

describe("for people", () => {
  test("one event after the other, with the id of the case", () => {
    expect(renderTranscript(events, { prefix: "[fix-bug]" })).toEqual([
      "[fix-bug] > Do it.",
      "[fix-bug] Looking.",
      "[fix-bug]   · 100 in, 7 out, $0.0123, 1.5 s",
      "[fix-bug] ▸ shell npm test",
      "[fix-bug]   ✗ no",
      "[fix-bug]   ✗ [exit code 1]",
      "[fix-bug] hello",
      "[fix-bug]   · waiting",
      "[fix-bug]   ✗ broke",
      "[fix-bug] ■ done",
    ]);
  });

  test("escape codes are gone and long output is cut", () => {
    const text = `\u001b[31mred\u001b[0m\u0007\n${"x\n".repeat(50)}`;
    const lines = renderEvent(
      { type: "output", stream: "stdout", text, atMs: 0, turn: null },
      { maxLines: 3 },
    );
    expect(lines).toEqual(["red\ufffd", "x", "x", "[48 more lines]"]);
    const wide = `${"y".repeat(5_000)}\r\n`.repeat(4);
    expect(renderEvent({ type: "notice", text: wide, atMs: 0, turn: null }, { maxLines: 3 })).toEqual([
      ...Array(3).fill(`  · ${"y".repeat(195)}…`),
      "  · [2 more lines]",
    ]);
  });
});

test("a line whose fields cannot be made a text of is told as unreadable", () => {
  const unspeakable = '{"toString":1,"valueOf":1}';
  for (const line of [
    `{"transcript":${unspeakable}}`,
    `{"type":${unspeakable}}`,
    `{"type":"message","atMs":1,"turn":1,"role":${unspeakable},"text":"x"}`,
  ])
    expect(parseTranscriptLine(line)).toMatchObject({ kind: "unreadable" });
  expect(parseTranscriptLine('{"transcript":"\u202e"}')).toMatchObject({
    problem: expect.stringContaining("\\u202e"),
  });
});

test("a long line of blanks is shown in time", () => {
  const started = performance.now();
  const text = `a${" ".repeat(100_000)}b`;
  expect(renderEvent({ type: "output", stream: "stdout", text, atMs: 0, turn: null })).toHaveLength(1);
  // Milliseconds when the time grows with the length, a quarter of a minute when it grows with its square.
  expect(performance.now() - started).toBeLessThan(5_000);
});
