import { APICallError, InvalidResponseDataError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { answersInError } from "./answers-in-error.ts";

const thrown = (responseBody: unknown, cause?: unknown) =>
  new APICallError({
    ...{ message: "no", url: "http://127.0.0.1", requestBodyValues: {}, statusCode: 200, cause },
    responseBody: responseBody as string,
  });

test.each<[string, unknown, unknown[]]>([
  ["a body", thrown('{"a": 1}'), [{ a: 1 }]],
  ["a body that was parsed", thrown({ a: 1 }), [{ a: 1 }]],
  ["a body behind another error", new Error("outer", { cause: thrown('{"a": 1}') }), [{ a: 1 }]],
  [
    "events",
    thrown('event: x\ndata: {"a": 1}\r\n\r\ndata:{"b": 2}\n\ndata: [DONE]\n\n'),
    [[{ a: 1 }, { b: 2 }, undefined]],
  ],
  ["what was no answer", new InvalidResponseDataError({ data: { a: 1 }, message: "no" }), [{ a: 1 }]],
  ["half a body", thrown('{"a": '), []],
  ["a text", thrown("busy"), []],
  ["data of somebody else", Object.assign(new Error("mine"), { data: { usage: {} } }), []],
  ["no error", "busy", []],
])("%s", (_, error, answers) => {
  expect(answersInError(error)).toEqual(answers);
});

test("a chain that bites its tail ends", () => {
  const error = new Error("a");
  error.cause = error;
  expect(answersInError(error)).toEqual([]);
});
