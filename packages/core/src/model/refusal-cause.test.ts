import { expect, test } from "vitest";
import { refusalCause } from "./refusal-cause.ts";

const body = (error: object) => JSON.stringify({ type: "error", error });
const poor =
  "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.";

test.each([
  ["a key that is not known", 401, body({ message: "invalid x-api-key" }), "key"],
  ["one that may not do this", 403, "", "key"],
  [
    "one that Gemini does not know",
    400,
    body({ message: "API key not valid. Please pass a valid API key." }),
    "key",
  ],
  ["no money, by its status", 402, "", "money"],
  [
    "no money at OpenAI",
    429,
    body({ message: "You exceeded your quota.", code: "insufficient_quota" }),
    "money",
  ],
  ["no money at Anthropic", 400, body({ type: "invalid_request_error", message: poor }), "money"],
  [
    "no money at Moonshot",
    403,
    body({ message: "It is suspended.", type: "exceeded_current_quota_error" }),
    "money",
  ],
  ["no money at Z.ai", 429, body({ code: "1113", message: "Please recharge." }), "money"],
  [
    "no money at xAI",
    429,
    '{"code":"It has been exhausted","error":"Your team 16f2 has either used all available credits or reached its limit."}',
    "money",
  ],
  ["no money yet at xAI", 403, `{"error":"Your newly created team doesn't have any credits yet."}`, "money"],
  ["too many requests", 429, body({ message: "Slow down.", code: "rate_limit_exceeded" }), null],
  ["a request that is wrong", 400, body({ message: "prompt is too long" }), null],
  ["a request that is repeated", 400, body({ message: `No role "insufficient_quota": ${poor}` }), null],
  ["a failure that repeats it", 500, body({ message: poor }), null],
])("%s", (_, status, text, cause) => {
  expect(refusalCause(status, text)).toBe(cause);
});
