import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { writeStepSummary } from "./step-summary.ts";

test("a summary stays below what GitHub takes, whatever signs it is written in", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "summary.md");
  const stderr = { write: (text: string) => expect(text).toBe("") };
  writeStepSummary("| ✗ | 失敗 |\n".repeat(70_000), { env: { GITHUB_STEP_SUMMARY: file }, stderr });
  const written = readFileSync(file);
  expect(written.length).toBeLessThan(2 ** 20);
  expect(written.length).toBeGreaterThan(800_000);
  expect(written.toString()).not.toContain("\ufffd");
  expect(written.toString()).toMatch(/\n…\n$/);
});
