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

test("so are keys of this process, which an agent may have found elsewhere", () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-litellm-team-prod-2026");
  const { text } = valueRedactor({ DATABASE: "postgres-4711-xyz" });
  expect(text("sk-litellm-team-prod-2026 of postgres-4711-xyz")).toBe("[redacted] of [redacted]");
});
