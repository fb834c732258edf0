import { inspect } from "node:util";
import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { redactKey } from "./redact-key.ts";

const key = "sk-SECRET+123";

test("the key is taken out of an error, which stays the one it was", () => {
  const requestBodyValues = { messages: [{ content: `my key is ${key}` }], other: { a: 1 } };
  const error = new APICallError({
    message: `bad key ${key}`,
    url: `http://127.0.0.1/?key=${encodeURIComponent(key)}`,
    requestBodyValues,
    statusCode: 401,
    responseHeaders: { "x-echo": `Bearer ${key}` },
    responseBody: JSON.stringify({ error: key }),
    data: { error: { message: key, [key]: 1 } },
    cause: new Error(`inner ${key}`, { cause: { deep: [key] } }),
  });
  expect(inspect(error, { depth: 20, showHidden: true })).toContain("SECRET");
  expect(redactKey(error, key)).toBe(error);
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("SECRET");
  expect(error.stack).not.toContain("SECRET");
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ message: "bad key [redacted]", statusCode: 401 });
  expect(error.data).toEqual({ error: { message: "[redacted]", "[redacted]": 1 } });
  expect(requestBodyValues.messages[0]?.content).toBe(`my key is ${key}`);
});

test("what holds no key is not touched, and circles end", () => {
  const data: Record<string, unknown> = { a: [1, { b: "c" }] };
  data.self = data;
  const error = Object.assign(new Error("no"), { data });
  error.cause = error;
  expect(redactKey(error, key)).toBe(error);
  expect(error.data).toBe(data);
  expect(redactKey({ type: "x", data }, key)).toEqual({ type: "x", data });
});

test.each([undefined, "", "x", "none"])("%j is no key to take out", (short) => {
  const error = new Error("x marks none");
  expect(redactKey(error, short).message).toBe("x marks none");
});

test.each(["text", 7, null, undefined])("%j may be thrown too", (thrown) => {
  expect(redactKey(thrown, key)).toBe(thrown);
});

test("a thrown text or plain object is given back without it", () => {
  expect(redactKey(`bad ${key}`, key)).toBe("bad [redacted]");
  expect(redactKey({ message: key, list: [key, 1] }, key)).toEqual({
    message: "[redacted]",
    list: ["[redacted]", 1],
  });
});
