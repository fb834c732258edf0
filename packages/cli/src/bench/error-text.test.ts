import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MissingKeyError } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { benchErrorText } from "./error-text.ts";

const missing = new MissingKeyError({ modelId: "claude-opus-4-6", variables: ["ANTHROPIC_API_KEY"] });

test("without a key: a script where there is one, the oracle where every case has a solution, else doctor", async () => {
  await using folder = await tempFolder();
  const suite = join(folder.path, "suite.json");
  const set =
    "claude-opus-4-6 needs ANTHROPIC_API_KEY, which is not set.\nSet it, choose another model with --model, or ";
  expect(benchErrorText(missing, suite)).toBe(`${set}prove the suite without a key: x doctor ${suite}`);
  expect(benchErrorText(missing, suite, { isSolved: true })).toBe(
    `${set}see it work without a key: x bench ${suite} --agent oracle`,
  );
  const script = join(folder.path, "suite.script.json");
  writeFileSync(script, "{}");
  for (const isSolved of [true, false]) {
    expect(benchErrorText(missing, suite, { isSolved })).toBe(
      `${set}see it work without a key: x bench ${suite} --model scripted:${script}`,
    );
  }
});

test("a judge that has no key is chosen by a flag of its own", () => {
  const judgeModel = "claude-opus-4-6";
  expect(benchErrorText(missing, "suite.json", { judgeModel })).toContain(
    "another model with --judge-model,",
  );
  expect(benchErrorText(missing, "suite.json", { judgeModel: "other" })).toContain("model with --model,");
});
