import { expect, test } from "vitest";
import { callOf, model } from "../../../test/support/answering.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { generator } from "./generator.ts";

test.each(["[]", '"x"', "null", "3", "{bad"])(
  "of the arguments %s a model is told that they are no object, and no tool is run",
  async (input) => {
    const ran: unknown[] = [];
    const note = handler({ name: "note", execute: (given: unknown) => void ran.push(given) });
    const mock = model([{ type: "tool-call", toolCallId: "1", toolName: "note", input }], "done");
    const result = await runBlock(generator({ name: "g", model: mock, tools: [note] }), "x");
    expect([result, ran]).toMatchObject([{ ok: true, output: "done" }, []]);
    const told = { type: "error-text", value: `The arguments are no valid JSON object: ${input}` };
    expect(callOf(mock, 1).prompt.slice(-2)).toMatchObject([
      { content: [{ type: "tool-call", input: {} }] },
      { content: [{ output: told }] },
    ]);
  },
);
