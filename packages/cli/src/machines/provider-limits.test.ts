import { expect, test } from "vitest";
import { providerLimits } from "./provider-limits.ts";

test("limits are for all providers, or for the one that is named", () => {
  expect(providerLimits()).toEqual({});
  expect(providerLimits(["rpm=500,tpm=200000,cells=8"])).toEqual({
    "*": { requestsPerMinute: 500, tokensPerMinute: 200_000, concurrency: 8 },
  });
  expect(providerLimits(["anthropic:rpm=50", "openai:cells=2..16", "anthropic:tpm=9"])).toEqual({
    anthropic: { requestsPerMinute: 50, tokensPerMinute: 9 },
    openai: { concurrency: { start: 2, max: 16 } },
  });
});

test.each([
  ["rpm=5,,cells=2", /lacks a limit before or after a comma/],
  ["rpn=5", /"rpn", which is no limit \(did you mean rpm\?\)/],
  ["rpm=5=6", /rpm=5=6, which is no whole number from 1/],
  ["rpm=", /rpm=, which is no whole number from 1/],
  ["anthropic:rpm=0", /rpm=0, which is no whole number/],
  ["cells=9..3", /end is below its start/],
  ["", /Write it like --limits rpm=500/],
])("%j is refused, and it is said why", (flag, problem) => {
  expect(() => providerLimits([flag])).toThrow(problem);
});
