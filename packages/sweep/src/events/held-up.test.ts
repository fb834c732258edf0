import { expect, test } from "vitest";
import type { SweepEvent } from "../sweep-event.ts";
import { HeldUpCells } from "./held-up.ts";

const cell = (task: string) => ({ subject: "s", task, run: 0 });
const call = (task: string, answer?: string | null, modelId = "openai/gpt-5.4-mini"): SweepEvent => ({
  ...{ type: "spent", cell: cell(task), payer: "subject", modelId, costUsd: 0, totalUsd: 0 },
  ...(answer === undefined ? { status: "complete" } : { status: "failed", passing: { answer } }),
});
const started = (task: string): SweepEvent => ({ type: "started", cell: cell(task), attempt: 1 });
const failed = (task: string): SweepEvent => ({
  ...{ type: "attempt-failed", cell: cell(task), attempt: 1, delayMs: 5 },
  outcome: { kind: "infrastructure", error: { name: "E", message: "m" } },
});
const finished = (task: string): SweepEvent => ({
  ...{
    type: "finished",
    cell: cell(task),
    attempt: 1,
    by: "this-process",
    outcome: { kind: "passed", score: 1 },
  },
  ...{ costUsd: 0, workingMs: 1, suspect: false },
});

function after(...events: SweepEvent[]) {
  const heldUp = new HeldUpCells();
  for (const event of events) heldUp.see(event);
  return heldUp.list();
}

test("cells whose calls fail are counted by provider and answer, most first", () => {
  const calls = [
    call("a", null, "acme/m"),
    call("b", "HTTP 429"),
    call("c", "HTTP 429"),
    call("c", "HTTP 429"),
  ];
  expect(after(started("a"), started("b"), started("c"), ...calls)).toEqual([
    { cells: 2, provider: "openai", answer: "HTTP 429" },
    { cells: 1, provider: "acme", answer: null },
  ]);
});

test.each<[string, SweepEvent]>([
  ["a call is answered", call("a")],
  ["its cell ends", finished("a")],
  ["its attempt is lost", { type: "lost", cell: cell("a"), attempt: 1 }],
])("it is over when %s, for this cell alone", (_, event) => {
  expect(after(call("a", "HTTP 500"), call("b", "HTTP 500"), event)).toEqual([
    { cells: 1, provider: "openai", answer: "HTTP 500" },
  ]);
});

test("a call that is cut off beside one that fails changes nothing", () => {
  const cut = { ...call("a"), status: "aborted" } as SweepEvent;
  expect(after(call("a", "HTTP 429"), cut)).toHaveLength(1);
  expect(after(cut)).toEqual([]);
});

test("between two attempts it stays so, and with no call known at all nobody is named until the next one starts", () => {
  const openai = { cells: 1, provider: "openai", answer: "HTTP 429" };
  expect(after(call("a", "HTTP 429"), failed("a"))).toEqual([openai]);
  expect(after(call("a", "HTTP 429"), failed("a"), started("a"))).toEqual([openai]);
  expect(after(failed("a"))).toEqual([{ cells: 1, provider: null, answer: null }]);
  expect(after(failed("a"), started("a"))).toEqual([]);
});
