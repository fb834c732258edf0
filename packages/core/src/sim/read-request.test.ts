import { expect, test } from "vitest";
import { asking } from "../../test/support/asking.ts";
import { createAnswerIndex } from "./answer-key.ts";
import { answersPart, readRequest } from "./read-request.ts";

const key = createAnswerIndex([{ prompt: "Pick one: Rome or Oslo?", right: "Rome", wrong: ["Oslo"] }]);

test("the task itself is no candidate, wherever and however often it is said", () => {
  const quoted = JSON.stringify({ task: "Pick one: Rome or Oslo?" });
  const text = "Pick one: Rome or Oslo? Again: Pick one: Rome or Oslo?";
  expect(readRequest(asking(text), key).candidates).toEqual([]);
  expect(readRequest(asking(quoted), key).candidates).toEqual([]);
  expect(readRequest(asking(`${text}\nAnswer: Oslo`), key).candidates).toMatchObject([{ answer: "Oslo" }]);
});

test("what tools said is kept apart, and what they were asked is left out", () => {
  const call = asking("Pick one: Rome or Oslo?");
  call.prompt.push(
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "t", input: "Oslo" }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "1", toolName: "t", output: { type: "text", value: "Rome" } },
      ],
    },
  );
  const request = readRequest(call, key);
  expect(request.candidates).toEqual([]);
  expect(request.toolResults).toBe("Rome");
  expect(request.text).toContain("Oslo");
});

test("without a key there is no task, but a topic", () => {
  const request = readRequest(asking("Write   a poem\nabout rain."), undefined);
  expect(request).toMatchObject({ task: undefined, candidates: [], topic: "Write a poem about rain" });
});

test.each([
  ["plain text", "plain text"],
  ["a <output>b</output> c", "b"],
  ["<output-8f3a>x</output-8f3a> y", "x"],
  ['<candidate id="1">x</candidate><candidate id="2">y</candidate>', "x\ny"],
  ["<reference>r</reference> rest", "\n rest"],
  ["<rubric><output>quoted</output></rubric><output>real</output>", "real"],
  ["a < b", "a < b"],
  ["<Output>x</OUTPUT> y", "x"],
  ["<first_answers n='1'>x</first_answers><answers>y</answers>", "x\ny"],
  ["<outputs-- a>x</outputs>", "x"],
  ["<output>not closed <draft>x</draft>", "x"],
  ["<outputx>x</outputx>", "<outputx>x</outputx>"],
  ["<rubric>a</rubric> b <criteria-1>c</criteria-1> d <reference>e", "\n b \n d <reference>e"],
])("%j gives its answers in %j", (text, part) => {
  expect(answersPart(text)).toBe(part);
});
