import { expect, test } from "vitest";
import { checkScript } from "./check-script.ts";
import { InvalidScriptError } from "./script-errors.ts";

test("the short form is one conversation", () => {
  expect(checkScript({ model: "a/b", turns: [{ text: "hi" }] })).toEqual({
    model: "a/b",
    conversations: [{ turns: [{ text: "hi" }] }],
  });
});

test("the full form passes as it is", () => {
  const script = {
    price: { input: 1, output: 2, cacheRead: 0.1 },
    conversations: [
      {
        when: { block: "writer", contains: ["a", "b"], ordinal: 2, attempt: 1 },
        turns: [
          {
            text: "x",
            reasoning: "y",
            toolCalls: [{ toolName: "look", args: [1] }],
            finishReason: "length",
            usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 1 },
            latencyMs: 5,
          },
          { structuredOutput: null },
          { error: { status: 429, message: "m", retryAfterSeconds: 1 } },
        ],
      },
      { when: { contains: "c" }, turns: [{ text: "" }] },
    ],
  };
  expect(checkScript(script)).toEqual(script);
});

const turn = (step: unknown) => ({ turns: [step] });

test.each<[unknown, string]>([
  [[], "Script s.json: must be an object."],
  [{}, 'Script s.json: needs either "conversations" or, in the short form, "turns".'],
  [{ turns: [{ text: "" }], conversations: [] }, 'Script s.json: needs either "conversations" or'],
  [{ turns: [] }, "Script s.json, turns: must hold at least one turn."],
  [{ conversations: {} }, "Script s.json, conversations: must be a list."],
  [{ conversations: [{}] }, "Script s.json, conversations[0].turns: is missing; it must be a list."],
  [turn({}), "Script s.json, turns[0]: answers nothing"],
  [turn({ txet: "" }), 'Script s.json, turns[0]: has an unknown field "txet" (did you mean "text"?).'],
  [turn({ text: 1 }), "Script s.json, turns[0].text: must be a string."],
  [turn({ text: "", structuredOutput: 1 }), 'turns[0]: has both "text" and "structuredOutput"'],
  [turn({ toolCalls: [{ args: {} }] }), "turns[0].toolCalls[0].toolName: is missing; it must be a string."],
  [turn({ text: "", finishReason: "end" }), "turns[0].finishReason: must be one of stop, length"],
  [turn({ text: "", usage: { inputTokens: 1 } }), "turns[0].usage.outputTokens: is missing"],
  [turn({ text: "", usage: { inputTokens: -1, outputTokens: 0 } }), "turns[0].usage.inputTokens: must be"],
  [turn({ text: "", latencyMs: "1s" }), "turns[0].latencyMs: must be a number, not negative."],
  [turn({ error: { status: 200 } }), "turns[0].error.status: must be an HTTP status from 400 to 599."],
  [turn({ error: {} }), "turns[0].error.status: is missing"],
  [{ model: 5, turns: [{ text: "" }] }, "Script s.json, model: must be a string."],
  [{ model: "", turns: [{ text: "" }] }, 'model: must be a model id, and "" is none: it is empty.'],
  [{ model: "nobody", turns: [{ text: "" }] }, '"nobody" is none: it has no provider in front.'],
  [{ model: "anthropic/", turns: [{ text: "" }] }, '"anthropic/" is none: nothing stands after the slash.'],
  [{ model: "claude haiku", turns: [{ text: "" }] }, '"claude haiku" is none: it contains blanks.'],
  [{ price: { input: 1 }, turns: [{ text: "" }] }, "Script s.json, price.output: is missing"],
  [
    { conversations: [{ when: { contains: [1] }, turns: [{ text: "" }] }] },
    "Script s.json, conversations[0].when.contains[0]: must be a string.",
  ],
])("%j is a mistake with its place", (script, message) => {
  const error = catchError(() => checkScript(script, "s.json"));
  expect(error).toBeInstanceOf(InvalidScriptError);
  expect(error.code).toBe("script-invalid");
  expect(error.message).toContain(message);
});

function catchError(run: () => unknown): InvalidScriptError {
  try {
    run();
  } catch (error) {
    return error as InvalidScriptError;
  }
  throw new Error("nothing was thrown");
}
