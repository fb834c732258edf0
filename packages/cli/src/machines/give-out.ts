import { dirname, relative, resolve } from "node:path";
import { type JsonObject, type Machines, openMachines } from "@flow-state-dev/records";
import { projectFolder } from "@flow-state-dev/suites";
import type { CellDispatch } from "@flow-state-dev/sweep";
import type { BenchFlags } from "../bench/bench-flags.ts";
import type { PlannedBench } from "../bench/plan-bench.ts";
import type { CompareFlags } from "../compare/compare-flags.ts";
import { machineDispatch } from "./machine-dispatch.ts";
import { needsOfAgent } from "./needs.ts";
import { benchmarkLeavesOut, ProjectPackageError, sendProject, suiteLeavesOut } from "./project-package.ts";

/** Where runs are given out. */
export interface GivingPlace extends AsyncDisposable {
  /** For the cases of a suite. The project around the folder goes into the database, unless it is there already. */
  bench(bench: PlannedBench, flags: BenchFlags, folder: string): Promise<CellDispatch>;
  /** For the cells of a benchmark. */
  compare(
    file: string,
    flags: CompareFlags,
    about: { folder: string; subjects: readonly string[] },
  ): Promise<CellDispatch>;
}

/** Gives runs out to the workers at this database; their queue lies there too, unless it is said where else. */
export async function openGivingPlace(url: string, queueUrl = url): Promise<GivingPlace> {
  const open = new AsyncDisposableStack();
  const machines: Machines = open.use(await openMachines(url));
  return {
    async bench({ suite, agents }, flags, folder) {
      const root = projectFolder(folder);
      const file = resolve(folder, suite.file);
      inside(file, root);
      const project = await sendProject(root, suiteLeavesOut, machines.packages);
      const { agent, model, judgeModel, runs, case: cases, tag, strict, sandbox, limits } = flags;
      const kept = { agent, model, judgeModel, runs, case: cases, tag, strict, sandbox, limits };
      const place = { project, folder: relative(root, folder), file: relative(folder, file) };
      return open.use(
        await machineDispatch({
          ...{ machines, queueUrl, spec: { command: "bench", ...place, flags: plain(kept) } },
          needsOf: (name) => needsOfAgent(name, flags),
          subjects: agents.map(({ name }) => name),
        }),
      );
    },
    async compare(file, flags, { folder, subjects }) {
      const path = resolve(folder, file);
      const root = projectFolder(dirname(path));
      inside(folder, root);
      const project = await sendProject(root, benchmarkLeavesOut, machines.packages);
      const { model, judgeModel, runs, category, patterns, baselineModel, baseline, strict, limits } = flags;
      const kept = { model, judgeModel, runs, category, patterns, baselineModel, baseline, strict, limits };
      const place = { project, folder: relative(root, folder), file: relative(folder, path) };
      const needs = [...(flags.needs ?? [])].sort();
      return open.use(
        await machineDispatch({
          ...{ machines, queueUrl, spec: { command: "compare", ...place, flags: plain(kept) } },
          ...{ needsOf: () => needs, subjects },
        }),
      );
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Without what was not given. */
function plain(flags: object): JsonObject {
  return JSON.parse(JSON.stringify(flags)) as JsonObject;
}

function inside(path: string, root: string): void {
  if (path === root || !relative(root, path).startsWith("..")) return;
  throw new ProjectPackageError(
    `${path} is not in the project ${root}, which is what goes to the workers. Call the command in the project that holds it.`,
  );
}
