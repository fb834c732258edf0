import type { Run, RunStore } from "@flow-state-dev/records";
import { type ExtraCheck, exportJunit, type WithoutResults } from "../export/export-junit.ts";
import { streamWhole } from "../files/write-whole.ts";
import type { GateResult } from "./hold-gate.ts";

/** Writes runs, what their gates came to and the suites without results as JUnit XML. */
export async function writeJunit(
  path: string,
  store: RunStore,
  runIds: readonly string[],
  gates: readonly GateResult[],
  without: readonly WithoutResults[] = [],
): Promise<void> {
  const runs: Run[] = [];
  for (const id of runIds) runs.push((await store.findRun(id))!);
  const checks = gates.flatMap((gate) => gate.checks.map(toExtra));
  await streamWhole(path, exportJunit(store, runs, checks, without));
}

function toExtra({ name, state, sentence }: GateResult["checks"][number]): ExtraCheck {
  return { name, broken: state === "broken", sentence };
}
