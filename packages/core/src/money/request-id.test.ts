import { expect, test } from "vitest";
import { requestIdOf } from "./request-id.ts";

test.each([
  [{ "request-id": "a", "x-request-id": "b" }, "a"],
  [{ "x-request-id": "b" }, "b"],
  [{ "x-goog-request-id": "c" }, "c"],
  [{ "request-id": "", "x-request-id": "b" }, "b"],
  [{ "content-type": "text/plain" }, undefined],
  [undefined, undefined],
])("%o names %s", (headers, id) => {
  expect(requestIdOf(headers)).toBe(id);
});
