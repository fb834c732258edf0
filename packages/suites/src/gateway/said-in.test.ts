import { expect, test } from "vitest";
import { saidIn } from "./said-in.ts";

test.each([
  ['{"error": {"message": "too long"}}', "too long"],
  ['{"error": "too long"}', "too long"],
  ['{"message": "too long"}', "too long"],
  ['{"error": {"detail": 7}}', '{"error": {"detail": 7}}'],
  ["Bad gateway", "Bad gateway"],
  ["null", "null"],
  ["", "It did not say why."],
  ['{"error": {"message": "Wrong key: sk-pr***ng."}}', "Wrong key: [redacted]"],
  ['{"error": ""}', "It did not say why."],
])("%j says %j", (body, said) => {
  expect(saidIn(body)).toBe(said);
});

test("no more than its beginning is kept", () => {
  expect(saidIn("x".repeat(2_000))).toHaveLength(500);
});
