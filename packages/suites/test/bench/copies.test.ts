import { expect, test } from "vitest";
import { gradeCase } from "../../src/bench/grading/grade-case.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { openBench } from "./support.ts";

test("a copy that cannot be removed is told, and takes nothing from what was graded in it", async () => {
  await using bench = await openBench();
  await using workspaces = await openWorkspaces({ method: "copy" });
  const base = await workspaces.prepare({ kind: "folder", path: `${bench.path}/work` });
  await using workspace = await base.create();
  const clumsy: Workspace = {
    ...workspace,
    async freeze(options) {
      const copy = await workspace.freeze(options);
      const dispose = async () => {
        await copy.dispose();
        throw new Error("It could not be removed.");
      };
      return { ...copy, dispose };
    },
  };
  const expects = ["test:grep -q one a.txt", "file:a.txt exists"];
  const cases = [{ id: "case", prompt: "p", protect: ["b.txt"], expect: expects }];
  const suite = await readSuite({ text: JSON.stringify({ name: "s", cases }), file: `${bench.path}/s.json` });
  const { sandbox } = await chooseSandbox("auto");
  const { expectations, warnings } = await gradeCase(
    clumsy,
    suite.cases[0]!,
    { answer: null, costUsd: 0, turns: 0, judge: null },
    { sandbox, env: {}, signal: new AbortController().signal },
  );
  expect(expectations.map(({ pass }) => pass)).toEqual([true, true]);
  expect(warnings).toEqual(["It could not be removed."]);
});
