import { expect, test } from "vitest";
import { readFrame } from "./read-frame.ts";
import { allWires } from "./wires/all-wires.ts";
import { Answer } from "./wires/answer.ts";

const chat = allWires["openai-chat"];
const said = { choices: [{ index: 0, delta: { content: "hello" } }] };

function read(text: string, wire = chat) {
  const answer = new Answer();
  return { event: readFrame(Buffer.from(text), wire, answer), answer };
}

test("an event is read by its wire, and given", () => {
  const { event, answer } = read(`data: ${JSON.stringify(said)}\n\n`);
  expect(event).toEqual(said);
  expect([answer.text.text, answer.ended]).toEqual(["hello", false]);
});

test("the mark of the end is no event", () => {
  const { event, answer } = read("data: [DONE]\n\n");
  expect([event, answer.ended, answer.started]).toEqual([null, true, false]);
});

test("blanks around the mark of the end are no words of the model", () => {
  const { event, answer } = read("data:  [DONE] \n\n");
  expect([event, answer.ended, answer.started]).toEqual([null, true, false]);
});

test("a comment is nothing", () => {
  const { event, answer } = read(": still here\n\n");
  expect([event, answer.ended, answer.started]).toEqual([null, false, false]);
});

test.each(["{half", "[1]", "7", "null"])("%j is no event, but may have to be paid for", (data) => {
  const { event, answer } = read(`data: ${data}\n\n`);
  expect(event).toBeNull();
  expect(answer.estimate(0).outputTokens).toBe(Math.ceil(data.length / 4));
});

test("an event that its wire stumbles over counts as bytes, and goes on to the agent", () => {
  const broken = {
    ...chat,
    readEvent() {
      throw new TypeError("odd");
    },
  };
  const { event, answer } = read(`data: ${JSON.stringify(said)}\n\n`, broken);
  expect(event).toEqual(said);
  expect(answer.spoke).toBe(true);
});
