// The check of a judge is a run of its own that nobody comes upon by counting: only its id names it.
import { failed, judgeCheckKind, openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { scoredRun } from "../../records/test/support/scored-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

test("x runs and last leave out the check of a judge, and its id shows it", async () => {
  await using folder = await tempFolder();
  const store = openStore(folder.path);
  const run = await scoredRun(store, { x: { t: [1] } });
  const check = await scoredRun(
    store,
    { judge: { canaries: [{ outcome: failed(0) }] } },
    { kind: judgeCheckKind },
  );
  await store.close();
  const x = async (...words: string[]) => (await runX(words, { cwd: folder.path })).stdout;
  expect(JSON.parse(await x("runs", "--json", "--limit", "1"))).toMatchObject([{ id: run.id }]);
  expect(JSON.parse(await x("show", "last", "--json"))).toMatchObject({ run: run.id });
  expect(JSON.parse(await x("show", check.id, "--json"))).toMatchObject({ run: check.id, passed: 0 });
});
