import { afterEach, expect, test, vi } from "vitest";
import { passedThrough, valueRedactor } from "./passed-values.ts";

afterEach(() => vi.unstubAllEnvs());

test("only what is named is passed, and only when it is set", () => {
  expect(passedThrough(["A", "B"], { A: "1", C: "3" })).toEqual({ A: "1" });
});

test("values that could be secrets are taken out, whatever their variable is called", () => {
  const { text } = valueRedactor({ DATABASE: "postgres-4711-xyz", NODE_ENV: "production", FLAG: "1" });
  expect(text("it is postgres-4711-xyz in production 1")).toBe("it is [redacted] in production 1");
});

test("languages and time zones are no secrets", () => {
  const { text } = valueRedactor({ LANG: "de_DE.UTF-8", LC_ALL: "en_US.UTF-8", TZ: "America/New_York" });
  expect(text("de_DE.UTF-8 en_US.UTF-8 America/New_York")).toBe("de_DE.UTF-8 en_US.UTF-8 America/New_York");
});

test("so are keys of this process, which an agent may have found elsewhere", () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-litellm-team-prod-2026");
  const { text } = valueRedactor({ DATABASE: "postgres-4711-xyz" });
  expect(text("sk-litellm-team-prod-2026 of postgres-4711-xyz")).toBe("[redacted] of [redacted]");
});
