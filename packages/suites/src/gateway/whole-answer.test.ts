import { describe, expect, test } from "vitest";
import { readWholeAnswer } from "./whole-answer.ts";
import { allWires } from "./wires/all-wires.ts";
import { Answer } from "./wires/answer.ts";

const wire = allWires["openai-chat"];
const usage = { prompt_tokens: 1000, completion_tokens: 200 };
const completion = { choices: [{ index: 0, message: { content: "hello" }, finish_reason: "stop" }], usage };

function read(body: string | object, streamed = false, by = wire) {
  const answer = new Answer();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { whole: readWholeAnswer(Buffer.from(text), { wire: by, streamed }, answer), answer };
}

test("an answer of the wire is read", () => {
  const { whole, answer } = read(completion);
  expect(whole).toEqual({ kind: "answer" });
  expect([answer.text.text, answer.usage?.inputTokens]).toEqual(["hello", 1000]);
});

describe("an error", () => {
  const error = { message: "tenant unknown" };

  test("in the words of the wire is an answer", () => {
    const { whole, answer } = read({ error });
    expect(whole).toEqual({ kind: "answer" });
    expect([answer.error?.message, answer.started]).toEqual(["tenant unknown", false]);
  });

  test("with zeros beside it has counted nothing, and with a count it has", () => {
    expect(read({ error, choices: [], usage: { prompt_tokens: 0 } }).answer.usage).toBeUndefined();
    expect(read({ error, choices: [], usage }).answer.usage).toMatchObject({ inputTokens: 1000 });
  });
});

describe("half an answer of Chat that broke off", () => {
  const half = { index: 0, message: { content: "hel" }, finish_reason: "error" };
  const upstream = { message: "Provider disconnected", code: 502 };

  test.each<[string, object, string]>([
    ["without a word", half, 'It ended its answer with "error".'],
    ["in another word", { ...half, finish_reason: "abort" }, 'It ended its answer with "abort".'],
    ["with the reason", { ...half, error: upstream }, "Provider disconnected"],
  ])("%s has failed, and is counted", (_, choice, said) => {
    const { answer } = read({ choices: [choice], usage });
    expect([answer.error?.message, answer.usage?.inputTokens]).toEqual([said, 1000]);
    const streamed = new Answer();
    wire.readEvent({ choices: [{ ...choice, delta: { content: "hel" } }], usage }, streamed);
    expect([streamed.error?.message, streamed.counted]).toEqual([said, true]);
  });

  test("in the words of the event around it", () => {
    const answer = new Answer();
    wire.readEvent({ error: upstream, choices: [{ index: 0, delta: {}, finish_reason: "error" }] }, answer);
    expect(answer.error?.message).toBe("Provider disconnected");
  });
});

test("events are a stream where one was asked for, and are not read", () => {
  const events = `data: ${JSON.stringify(completion)}\n\n`;
  const { whole, answer } = read(events, true);
  expect([whole.kind, answer.started]).toEqual(["events", false]);
  expect(read(events).whole).toEqual({
    ...{ kind: "foreign", what: "something that is not JSON", billable: true },
  });
});

test("an error alone, as events that nobody asked for, was refused", () => {
  const { whole, answer } = read('data: {"error":{"message":"tenant unknown"}}\n\n');
  expect(whole).toEqual({ kind: "refused", said: "tenant unknown" });
  expect(answer.started).toBe(false);
});

test.each([
  ["a page", "<!doctype html><html></html>", "something that is not JSON", false, 0],
  ["half an answer", '{"choices": [{"mess', "something that is not JSON", true, 5],
  ["nothing", " \n", "nothing at all", true, 1],
  ["a number", "1234", "something that is not JSON", true, 1],
  ["JSON of somebody else", '{"hello": [1]}', "JSON that is no answer", true, 0],
])("%s is foreign", (_, body, what, billable, tokens) => {
  const { whole, answer } = read(body);
  expect(whole).toEqual({ kind: "foreign", what, billable });
  expect(answer.estimate(0).outputTokens).toBe(tokens);
});

test("an answer that its wire stumbles over may have to be paid for", () => {
  const broken = {
    ...wire,
    readWhole() {
      throw new TypeError("odd");
    },
  };
  const { whole, answer } = read(completion, false, broken);
  expect(whole).toMatchObject({ kind: "foreign", billable: true });
  expect(answer.spoke).toBe(true);
});
