import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "./model-types.ts";
import { shorten } from "./shorten.ts";

function talk(turns: readonly { output: string; input: string }[]): Message[] {
  return [
    { role: "system", content: "rules" },
    { role: "user", content: [{ type: "text", text: "task" }] },
    ...turns.flatMap(({ output, input }, at): Message[] => [
      {
        role: "assistant",
        content: [
          { type: "text", text: `step ${at}` },
          {
            type: "tool-call",
            toolCallId: `c${at}`,
            toolName: "write",
            input: { path: `f${at}`, content: input },
          },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: `c${at}`,
            toolName: "write",
            output: { type: "text", value: output },
          },
        ],
      },
    ]),
  ];
}

const idsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : (content as any[]).flatMap(({ toolCallId }) => toolCallId ?? []),
  );

test("old output goes first, oldest first, and only as much as is wanted", () => {
  const messages = talk(
    Array.from({ length: 8 }, () => ({ output: "o".repeat(5_000), input: "i".repeat(5_000) })),
  );
  const { messages: shorter, freedBytes } = shorten(messages, 9_000);
  expect(freedBytes).toBeGreaterThanOrEqual(9_000);
  const text = shorter.map((message) => JSON.stringify(message));
  expect(text[3]).toContain("output removed");
  expect(text[5]).toContain("output removed");
  expect(text[7]).not.toContain("output removed");
  expect(text[2]).toBe(JSON.stringify(messages[2]));
});

test("then what calls wrote; the newest messages are never touched", () => {
  const messages = talk(
    Array.from({ length: 8 }, () => ({ output: "o".repeat(5_000), input: "i".repeat(5_000) })),
  );
  const { messages: shorter } = shorten(messages, 1e9);
  expect(JSON.stringify(shorter[2])).toContain("cut to make room");
  expect(JSON.stringify(shorter[2])).toContain('"path":"f0"');
  expect(shorter.slice(-6)).toEqual(messages.slice(-6));
});

test("whatever is taken out: system, task, pairs and their order stay", () => {
  const turn = fc.record({ output: fc.string({ maxLength: 2_000 }), input: fc.string({ maxLength: 2_000 }) });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), fc.nat(50_000), (turns, wanted) => {
      const messages = talk(turns);
      const { messages: shorter, freedBytes } = shorten(messages, wanted);
      expect(shorter.slice(0, 2)).toEqual(messages.slice(0, 2));
      expect(shorter.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
      expect(idsOf(shorter)).toEqual(idsOf(messages));
      expect(freedBytes).toBeGreaterThanOrEqual(0);
    }),
  );
});
