import { expect, test } from "vitest";
import { keepRun } from "./kept-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

test("x show takes the first that did not pass in the order of the run, and names the others in it", async () => {
  await using folder = await tempFolder();
  await keepRun(folder.path, { good: { a: [1] }, zeta: { a: [1, 0] }, alpha: { a: [0] } });
  const { stdout } = await runX(["show", "last", "a"], { cwd: folder.path });
  expect(stdout).toMatch(/^zeta on a, run 2 /);
  expect(stdout).toMatch(/3 other results of a, such as: x show \w+\/good\/a/);
});

test("JUnit has the cases in the order of the suite, those that were never tried in their places", async () => {
  await using folder = await tempFolder();
  const tasks = { b: "hash of b", c: "hash of c", a: "hash of a" };
  const of = async (...args: Parameters<typeof keepRun>) => {
    await keepRun(...args);
    const { stdout } = await runX(["export", "last", "--format", "junit"], { cwd: folder.path });
    return stdout.match(/(?<=classname=")[^"]+" name="[^"]+/g);
  };
  const names = (...all: string[]) => all.map((each) => each.replace(" ", '" name="'));
  expect(await of(folder.path, { zeta: { b: [1], a: [0] }, alpha: { a: [1], b: [1] } }, { tasks })).toEqual(
    names("suite.zeta b", "suite.zeta a", "suite.alpha b", "suite.alpha a"),
  );
  const circumstances = { benchmark: { tasks: Object.keys(tasks).map((id) => ({ id, runs: 1 })) } };
  const unfinished = { state: "interrupted", plannedCells: 3 } as const;
  expect(await of(folder.path, { zeta: { a: [1], b: [1] } }, { tasks, circumstances }, unfinished)).toEqual(
    names("suite.zeta b", "suite.zeta c", "suite.zeta a"),
  );
});
