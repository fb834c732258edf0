import { expect, test } from "vitest";
import { wasTaken } from "./was-taken.ts";

const error = (facts: object, cause?: unknown) => Object.assign(new Error("no", { cause }), facts);

test.each([
  [error({ statusCode: 200 }), true],
  [error({ statusCode: 200, responseBody: "" }), true],
  [error({ statusCode: 200, responseBody: '{"choices": [{"mess' }), true],
  // Any good status used to count: a login page was billed by its bytes.
  [error({ statusCode: 200, responseBody: "<!doctype html>Log in" }), false],
  [error({ statusCode: 200 }, error({ responseBody: '{"error": {"message": "no"}}' })), false],
  [error({ code: "ECONNRESET" }), true],
  [error({}, error({}, error({ code: "UND_ERR_SOCKET" }))), true],
  [error({ statusCode: 429 }, error({ code: "ECONNRESET" })), false],
  [error({ statusCode: 503 }), false],
  [error({}, error({ code: "ECONNREFUSED" })), false],
  [error({ code: "ENOTFOUND" }), false],
  [new Error("Expected a normalized Anthropic stream error"), true],
  [error({}, error({ name: "HTTPParserError", message: "Invalid header token" })), true],
  [error({}, error({ name: "HTTPParserError", message: "Expected HTTP/, RTSP/ or ICE/" })), false],
  [error({}, error({ message: "terminated" }, error({ code: "Z_DATA_ERROR" }))), true],
  [error({}), false],
  ["text", false],
  [undefined, false],
])("%o: %s", (thrown, taken) => {
  expect(wasTaken(thrown)).toBe(taken);
});

test("an error that is its own cause ends the search", () => {
  const circular = error({});
  circular.cause = circular;
  expect(wasTaken(circular)).toBe(false);
});
