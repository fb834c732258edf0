import { expect, test } from "vitest";
import { passedKeysNotice } from "./passed-keys.ts";

const env = { ANTHROPIC_API_KEY: "a", GEMINI_API_KEY: "b", MY_TOKEN: "c", OPENAI_API_KEY: "" };

test("keys of providers that a case names, and that are set, are told once each", () => {
  const cases = [{ env: ["MY_TOKEN", "GEMINI_API_KEY"] }, { env: ["ANTHROPIC_API_KEY", "GEMINI_API_KEY"] }];
  expect(passedKeysNotice(cases, env)).toMatch(
    /^The suite hands agents ANTHROPIC_API_KEY, GEMINI_API_KEY by env: they can read it/,
  );
});

test("other variables, and keys that are not set, are not", () => {
  expect(passedKeysNotice([{ env: ["MY_TOKEN", "OPENAI_API_KEY", "OPENROUTER_API_KEY"] }], env)).toBeNull();
  expect(passedKeysNotice([{ env: [] }], env)).toBeNull();
});
