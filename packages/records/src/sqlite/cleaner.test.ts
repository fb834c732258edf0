import { expect, test } from "vitest";
import { createRedactor, redacted } from "../redact.ts";
import { Cleaner } from "./cleaner.ts";

const cleaner = new Cleaner(createRedactor({ env: {} }));
const secret = "sk-proj-abcdefghij1234567890";
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const charge = { callId: "c", costUsd: 0.5, usage, details: {} };

test("names are clean and valid Unicode, every time", () => {
  for (let i = 0; i < 2; i++) expect(cleaner.name(`a ${secret}\ud800`)).toBe(`a ${redacted}\ufffd`);
  for (let i = 0; i < 20_005; i++) expect(cleaner.name(`name ${i}`)).toBe(`name ${i}`);
});

test("money becomes billionths and details become clean text", () => {
  expect(cleaner.charge({ ...charge, details: { key: secret } })).toEqual({
    callId: "c",
    costNano: 500_000_000,
    usage,
    details: `{"key":"${redacted}"}`,
  });
});

test.each([
  () => cleaner.cell({ subject: "s", task: "t", run: -1 }),
  () => cleaner.charge({ ...charge, costUsd: -1 }),
  () => cleaner.charge({ ...charge, usage: { ...usage, inputTokens: 1.5 } }),
  () => cleaner.charge({ ...charge, usage: { ...usage, outputTokens: Number.NaN } }),
  () =>
    cleaner.opening({
      callId: "c",
      payer: "me" as "subject",
      modelId: "m",
      worstCaseUsd: null,
      openedAt: "now",
    }),
])("what cannot be stored is refused: %o", (store) => {
  expect(store).toThrow(expect.objectContaining({ code: "invalid-record" }));
});

test("small artifacts are ready at once, large ones later", async () => {
  const small = { name: "a", mediaType: "m", content: secret };
  const large = { name: "b", mediaType: "m", content: "x".repeat(100_000) };
  expect(cleaner.artifacts([small])).toMatchObject([{ name: "a", bytes: redacted.length }]);
  const pending = cleaner.artifacts([small, large]);
  expect(pending).toBeInstanceOf(Promise);
  expect(await pending).toMatchObject([{ name: "a" }, { name: "b", bytes: 100_000, zstd: true }]);
});
