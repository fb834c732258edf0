import { writeFileSync } from "node:fs";
import { findRun, openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { exportFormats, exportText } from "../src/export/export-text.ts";
import { benchFolder, put } from "./bench-folder.ts";

const secret = "the-hidden-answer";

test("what earlier runs wrote into the project, in whatever form, no agent gets to see", async () => {
  const expectation = `test:echo ${secret}; false`;
  await using folder = await benchFolder([{ id: "a", expect: [expectation] }], { workspace: "." });
  put(folder.path, "package.json", "{}");
  put(folder.path, "out/mine.xml", '<testsuites><testsuite name="mine"/></testsuites>');
  put(folder.path, "out/mine.md", "### mine: 1 of 1 passed\n");
  const summary = folder.file("out/step_summary_1");
  writeFileSync(summary, "of the step before\n");
  const first = await folder.bench(
    ["--agent", "command:true", "--sandbox", "host", "--junit", "out/junit.xml"],
    { env: { GITHUB_STEP_SUMMARY: summary } },
  );
  expect(first.code, first.stderr).toBe(1);
  const store = openStore(folder.path);
  const run = await findRun(store, "last");
  for (const form of exportFormats) {
    let text = "";
    for await (const piece of exportText(store, run, form)) text += piece;
    put(folder.path, `out/${form}.txt`, text);
  }

  const second = await folder.bench([
    ...["--agent", `command:echo seen; find out -type f; grep -rl ${secret} .; echo end`],
    ...["--sandbox", "host"],
  ]);
  expect(second.stderr).toMatch(
    /note: Left out of the workspace, since earlier runs left answers in it: out\/atif\.txt, .* and 3 more\.\n/,
  );
  const { id, manifest } = await findRun(store, "last");
  const cell = { subject: manifest.subjects[0]!, task: "a", run: 0 };
  const answer = String((await store.artifact(id, cell, 1, "answer"))?.content);
  await store.close();
  expect(answer.trim().split("\n").sort()).toEqual(["end", "out/mine.md", "out/mine.xml", "seen"]);
});
