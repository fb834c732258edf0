import { dirname, relative, resolve } from "node:path";
import { Opened } from "@flow-state-dev/core";
import { type JsonObject, type Machines, openMachines } from "@flow-state-dev/records";
import { projectFolder } from "@flow-state-dev/suites";
import type { CellDispatch } from "@flow-state-dev/sweep";
import type { BenchFlags } from "../bench/bench-flags.ts";
import type { PlannedBench } from "../bench/plan-bench.ts";
import type { CompareFlags } from "../compare/compare-flags.ts";
import { checkHidden, checkInside } from "./check-travels.ts";
import { leftAtHomeText, trackedOf } from "./key-files.ts";
import { machineDispatch } from "./machine-dispatch.ts";
import { needsOfAgent } from "./needs.ts";
import { benchmarkLeavesOut, sendProject, suiteLeavesOut } from "./project-package.ts";
import { pricesToSend } from "./run-prices.ts";

/** A run that can be given out. */
export interface GivenOut {
  dispatch: CellDispatch;
  /** The project that travelled. */
  root: string;
  /** Files of it that look like they hold keys and did not travel, by relative paths. */
  leftAtHome: readonly string[];
  /** The same for people: lines, or nothing. */
  notice: string;
}

/** Where runs are given out. */
export interface GivingPlace extends AsyncDisposable {
  /** For the cases of a suite. The project around the folder goes into the database, unless it is there already. */
  bench(bench: PlannedBench, flags: BenchFlags, folder: string): Promise<GivenOut>;
  /** For the cells of a benchmark. */
  compare(
    file: string,
    flags: CompareFlags,
    about: { folder: string; subjects: readonly string[] },
  ): Promise<GivenOut>;
}

/** Gives runs out to the workers at this database; their queue lies there too, unless it is said where else. */
export async function openGivingPlace(url: string, queueUrl = url): Promise<GivingPlace> {
  const prices = pricesToSend(process.env);
  const open = new Opened();
  const machines: Machines = open.use(await openMachines(url));
  return {
    async bench({ suite, agents }, flags, folder) {
      const root = projectFolder(folder);
      const file = resolve(folder, suite.file);
      const { hash: project, leftAtHome } = await sendProject(root, suiteLeavesOut, machines.packages);
      checkHidden(suite, root, leftAtHome);
      const { agent, model, judgeModel, runs, case: cases, tag, strict, sandbox, limits } = flags;
      const kept = { agent, model, judgeModel, runs, case: cases, tag, strict, sandbox, limits };
      const place = { project, folder: relative(root, folder), file: relative(folder, file) };
      const dispatch = open.use(
        await machineDispatch({
          ...{ machines, queueUrl, spec: { command: "bench", ...place, prices, flags: plain(kept) } },
          needsOf: (name) => needsOfAgent(name, flags),
          subjects: agents.map(({ name }) => name),
        }),
      );
      const notice = leftAtHomeText(leftAtHome, await trackedOf(root, leftAtHome));
      return { dispatch, root, leftAtHome, notice };
    },
    async compare(file, flags, { folder, subjects }) {
      const path = resolve(folder, file);
      const root = projectFolder(dirname(path));
      checkInside(folder, root);
      const { hash: project, leftAtHome } = await sendProject(root, benchmarkLeavesOut, machines.packages);
      const { model, judgeModel, runs, category, patterns, baselineModel, baseline, strict, limits } = flags;
      const kept = { model, judgeModel, runs, category, patterns, baselineModel, baseline, strict, limits };
      const place = { project, folder: relative(root, folder), file: relative(folder, path) };
      const needs = [...(flags.needs ?? [])].sort();
      const dispatch = open.use(
        await machineDispatch({
          ...{ machines, queueUrl, spec: { command: "compare", ...place, prices, flags: plain(kept) } },
          ...{ needsOf: () => needs, subjects },
        }),
      );
      return { dispatch, root, leftAtHome, notice: leftAtHomeText(leftAtHome) };
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}

/** Without what was not given. */
function plain(flags: object): JsonObject {
  return JSON.parse(JSON.stringify(flags)) as JsonObject;
}
