import { openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type KeptCell, keepRun } from "../../test/kept-run.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { tallyRun } from "./run-tally.ts";

const error = { name: "JudgeFailedError", message: "No usable judgement." };
const unjudged: KeptCell = { outcome: { kind: "unscored", error } };
const silent = { silent: true, evidence: { costUsd: null } };

test("work without a score whose cost nobody knows is missing in what was spent, as work with one is", async () => {
  await using folder = await tempFolder();
  const told = async (cells: readonly (KeptCell | number)[], kind = "bench") => {
    const { id } = await keepRun(folder.path, { x: { a: cells } }, { kind });
    const store = openStore(folder.path);
    const { scored, unknownCosts } = await tallyRun(store, (await store.findRun(id))!);
    await store.close();
    return [scored, unknownCosts];
  };
  const unknown = { ...unjudged, ...silent };
  expect(await told([unknown, unknown])).toEqual([0, 2]);
  expect(await told([{ outcome: 1, ...silent }, unknown, 1])).toEqual([2, 2]);
  expect(await told([unjudged, 1])).toEqual([1, 0]);
  // A benchmark has all its calls in the books.
  expect(await told([unknown], "compare")).toEqual([0, 0]);
});
