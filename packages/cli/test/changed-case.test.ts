import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { benchFolder, suiteText } from "./bench-folder.ts";
import { runX } from "./run-x.ts";

/** Sixty cents and 110 tokens an attempt; it passes when it was asked for what is expected. */
const agent = `command:cat > got.txt; printf '{"cost":0.6,"tokens":{"input":100,"output":10}}' > "$X_USAGE"`;
const asked = (prompt: string) => [
  { id: "changed", prompt, expect: ["file:got.txt contains 'new'"] },
  { id: "same", prompt: "The same.", expect: ["file:got.txt exists"] },
];

test("after --resume with a changed case its results are those of what it is now", async () => {
  await using folder = await benchFolder(asked("The old text."));
  const x = async (...args: string[]) => (await runX(args, { cwd: folder.path })).stdout;
  expect((await folder.bench(["--agent", agent])).results).toMatchObject({ passed: 1, totalCost: 1.2 });
  writeFileSync(folder.file("suite.json"), suiteText(asked("The new text.")));
  const { results, stdout } = await folder.bench(["--agent", agent, "--resume"]);

  const tokens = { input: 100, output: 10 };
  const own = { pass: true, cost: 0.6, tokens, runs: [{ attempts: 1, cost: 0.6, tokens }] };
  expect(results).toMatchObject({ passed: 2, totalCost: 1.8, elsewhereCost: 0.6, cases: [own, own] });
  expect(stdout).toMatch(/✓ changed +\S+ \w+ +\$0\.60\n/);
  expect(JSON.parse(await x("show", "last", "--json"))).toMatchObject({
    elsewhereCost: 0.6,
    cases: [own, own],
  });
  const rows = (await x("export", "last", "--format", "csv"))
    .trim()
    .split("\r\n")
    .map((row) => row.split(","));
  const column = (name: string) =>
    rows.slice(1).map((row) => row.at(rows[0]!.indexOf(name) - rows[0]!.length));
  expect(column("subject_usd")).toEqual(["0.6", "0.6"]);
  expect(column("attempts")).toEqual(["1", "1"]);
  expect(column("input_tokens")).toEqual(["100", "100"]);

  const shown = await x("show", "last", "changed");
  expect(shown).toContain("Prompt\n  The new text.\n");
  expect(shown).toContain("cost     $0.6000 agent\n");
  expect(shown).toMatch(
    /\n {2}1\. \S+ {2}✗ failed, score 0\.000, when the case was another one\n {2}2\. \S+ {2}✓ /,
  );
  expect(JSON.parse(await x("show", "last", "changed", "--json"))).toMatchObject({
    ...{ prompt: "The new text.", costUsd: 0.6, cell: { attempts: 1, spend: { agent: 0.6 } } },
    attempts: [{ attempt: 1, ofAnother: true }, { attempt: 2 }],
  });
  const exported = await x("export", "last", "--format", "jsonl");
  expect(exported).toContain("The new text.");
  expect(exported.split("\n")[0]).not.toContain("The old text.");
});

test("a result that stands from before a case was changed is shown with what was asked then, or with nothing", async () => {
  await using folder = await benchFolder(asked("The old text."));
  await folder.bench(["--agent", agent]);
  writeFileSync(folder.file("suite.json"), suiteText(asked("The new text.")));
  // The budget of the run is gone before the case can run again.
  await folder.bench(["--agent", agent, "--resume", "--budget", "0.01"]);
  const shown = (await runX(["show", "last", "changed"], { cwd: folder.path })).stdout;
  expect(shown).toContain("outcome  ✗ failed, score 0.000, when the case was another one\n");
  expect(shown).not.toContain("The new text.");
});
