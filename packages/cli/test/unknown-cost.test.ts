import { noWork, type Outcome, openStore } from "@flow-state-dev/records";
import { openLabelBook } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { exportCsv } from "../src/export/export-csv.ts";
import { exportText } from "../src/export/export-text.ts";
import { readRunRow } from "../src/runs/run-row.ts";
import { runsText } from "../src/runs/runs-text.ts";
import { unfinishedHint } from "../src/runs/unfinished-hint.ts";
import { openView } from "../src/view/open-view.ts";
import { keepRun } from "./kept-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** What the list, the page and the table say of the cost of a run. */
async function costsOf(cells: Parameters<typeof keepRun>[1]) {
  await using folder = await tempFolder();
  await keepRun(folder.path, cells);
  const store = openStore(folder.path);
  try {
    const run = (await store.findRun("last"))!;
    const row = await readRunRow(store, run);
    const [head, line] = runsText([row], Date.now()).split("\n") as [string, string];
    const csv: string[][] = [];
    for await (const text of exportCsv(store, run)) csv.push(text.trimEnd().split(","));
    const column = (name: string) => csv.slice(1).map((fields) => fields[csv[0]!.indexOf(name)]);
    using view = openView(store, { labels: openLabelBook(folder.path) });
    const grid = await view.grid(run.id);
    return {
      listed: line.slice(head.indexOf("cost"), head.indexOf("cells")).trim(),
      json: row.costUsd,
      page: (await view.head(run.id)).costUsd,
      squares: grid.perTask!.costUsd,
      table: column("subject_usd"),
      tokens: [column("input_tokens"), column("output_tokens")],
    };
  } finally {
    await store.close();
  }
}

test("a cost that nobody knows is never a zero", async () => {
  expect(await costsOf({ x: { a: [{ outcome: 1, costUsd: null }] } })).toEqual({
    ...{ listed: "?", json: null, page: null, squares: [null], table: [""], tokens: [["1000"], ["100"]] },
  });
});

test("nor is that of an agent that calls models by itself and does not tell", async () => {
  expect(await costsOf({ x: { a: [{ outcome: 1, silent: true }] } })).toEqual({
    ...{ listed: "?", json: null, page: null, squares: [null], table: [""], tokens: [[""], [""]] },
  });
});

test("nor when a judge has read and written for it", async () => {
  expect(await costsOf({ x: { a: [{ outcome: 1, silent: true, judged: true }] } })).toEqual({
    ...{ listed: "?", json: null, page: null, squares: [null], table: [""], tokens: [[""], [""]] },
  });
  const spent = await costsOf({ x: { a: [{ outcome: 1, judged: true }] } });
  expect(spent).toMatchObject({ table: ["0.01"], tokens: [["1000"], ["100"]] });
});

test.each([
  ["compare", { outcome: 1, costUsd: null }, "unknown subject, 1 call of unknown cost"],
  ["bench", { outcome: 1, costUsd: null }, "unknown agent, 1 call of unknown cost"],
  ["bench", { outcome: 1, costUsd: 0 }, "$0.0000 agent"],
] as const)("nor is it in what is shown of one cell (%#)", async (kind, cell, cost) => {
  await using folder = await tempFolder();
  await keepRun(folder.path, { x: { a: [cell] } }, { kind });
  const { stdout } = await runX(["show", "last", "a"], { cwd: folder.path });
  expect(/^cost +(.*)$/m.exec(stdout)?.[1]).toBe(cost);
});

test("what is known of it is said, and that there is more", async () => {
  expect(await costsOf({ x: { a: [1], b: [{ outcome: 1, costUsd: null }] } })).toEqual({
    ...{ listed: "$0.010+?", json: 0.01, page: 0.01, squares: [0.01, null], table: ["0.01", ""] },
    tokens: [
      ["1000", "1000"],
      ["100", "100"],
    ],
  });
});

test("what was under way when a process died is in the sum, which is then the most it can be, and said to be", async () => {
  await using folder = await tempFolder();
  const cells = { x: { a: [1], b: [{ outcome: 1, lost: true }] } };
  const run = await keepRun(folder.path, cells, {}, { state: "interrupted" });
  const listed = await runX(["runs"], { cwd: folder.path });
  expect(listed.stdout).toContain(" ≤ $9.01  ");
  expect(listed.stderr).toBe(
    "≤ is the most it can be: nobody knows how some calls ended, nor what they cost.\n",
  );
  const [json] = JSON.parse((await runX(["runs", "--json"], { cwd: folder.path })).stdout);
  expect(json).toMatchObject({ id: run.id, costUsd: 9.01, carriedUsd: 9 });
  const shown = await runX(["show", "last"], { cwd: folder.path });
  expect(shown.stdout).toContain(" · $9.01, of it $9.00 for runs that are not among these · ");
  const results = JSON.parse((await runX(["show", "last", "--json"], { cwd: folder.path })).stdout);
  expect(results).toMatchObject({ totalCost: 9.01, elsewhereCost: 9 });
  const store = openStore(folder.path);
  using view = openView(store, { labels: openLabelBook(folder.path) });
  expect((await view.run(run.id)).cost).toMatch(
    /^\$9\.01, of it \$9\.00 for runs that are not among these · /,
  );
  const hint = await unfinishedHint(store, run.manifest, () => run.manifest, "runs");
  expect(hint).toContain("is unfinished (1 of 2 runs, at most $9.01).");
  await store.close();
  await keepRun(folder.path, { x: { a: [1] } }, { name: "other" });
  expect((await runX(["runs", "--name", "other"], { cwd: folder.path })).stderr).toBe("");
});

test("nothing that was spent is nothing", async () => {
  expect(await costsOf({ x: { a: [{ outcome: 1, costUsd: 0 }] } })).toEqual({
    ...{ listed: "$0.00", json: 0, page: 0, squares: [0], table: ["0"], tokens: [["1000"], ["100"]] },
  });
});

test("a judge without a price leaves what its agent cost known, and one run costs what one with a result took", async () => {
  await using folder = await tempFolder();
  const outage: Outcome = { kind: "infrastructure", error: { name: "E", message: "down" } };
  const judged = { outcome: 1, judged: "unpriced", counted: { ...noWork(), costUsd: 0.01 } } as const;
  const dear = { outcome: 1, costUsd: 0.3 };
  const { id } = await keepRun(folder.path, {
    x: { a: [judged], b: [dear, { outcome: outage, costUsd: 0 }] },
  });
  const store = openStore(folder.path);
  const run = (await store.findRun(id))!;
  const trajectories: unknown[] = [];
  for await (const line of exportText(store, run, "atif"))
    trajectories.push(JSON.parse(line).final_metrics.total_cost_usd);
  expect(trajectories).toEqual([0.01, 0.3, 0]);
  using view = openView(store, { labels: openLabelBook(folder.path) });
  const { cases, subjects, cost } = await view.run(id);
  expect(cases.map(({ costUsd }) => costUsd)).toEqual([0.01, 0.3]);
  expect(subjects[0]!.costPerTaskUsd).toBe(0.155);
  expect(cost).toMatch(/^\$0\.31 and 1 run of unknown cost /);
  await store.close();
});

test("what is carried of the cost of a suite is told as that wherever the run is told again", async () => {
  await using folder = await tempFolder();
  await keepRun(folder.path, { x: { a: [{ outcome: 1, lost: true }], b: [1] } }, { kind: "bench" });
  const told = /\$9\.00 of the \$9\.01 spent is carried, not known: 1 call, lost with a process, /;
  for (const args of [["show"], ["show", "--json"], ["export", "last", "--format", "markdown"]]) {
    const { stdout, code } = await runX(args, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout.replaceAll("\\", "")).toMatch(told);
  }
});
