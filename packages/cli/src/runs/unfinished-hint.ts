import { formatMoney, sumUsd } from "@flow-state-dev/core";
import {
  importedAt,
  type RunManifest,
  type RunStore,
  scoredCount,
  shortRunId,
} from "@flow-state-dev/records";
import { continuedRun } from "@flow-state-dev/sweep";
import { visibleLine } from "../text/visible-text.ts";

/**
 * Says that the run which `--resume` would go on with is unfinished, so that nobody pays twice without knowing. Nothing
 * where it would go on with none: an unfinished run of another model or agent is not what is paid for now.
 *
 * @param kind and `name`: of the run that is about to begin
 * @param planned its manifest, which takes long to make of many tasks: only asked for where a run is unfinished
 * @param cells what cells are called: runs of cases in a suite
 */
export async function unfinishedHint(
  store: RunStore,
  { kind, name }: Pick<RunManifest, "kind" | "name">,
  planned: () => RunManifest | Promise<RunManifest>,
  cells: "runs" | "cells",
): Promise<string> {
  if (!(await hasUnfinished(store, kind, name))) return "";
  const manifest = await planned();
  const run = await continuedRun(store, manifest);
  if (!run || run.state === "finished") return "";
  const totals = await store.totals(run.id);
  const { spend } = totals;
  const done = scoredCount(totals);
  if (done === 0) return "";
  const most = spend.carried > 0 ? "at most " : "";
  const spent = `${most}${formatMoney(sumUsd([spend.subject, spend.judge, spend.agent]))}`;
  const imported = importedAt(run.manifest) === null ? "" : ", which was imported,";
  return `Run ${shortRunId(run.id)} of ${visibleLine(manifest.name)}${imported} is unfinished (${done} of ${run.plannedCells} ${cells}, ${spent}). This starts a new one; --resume would go on with it.\n\n`;
}

async function hasUnfinished(store: RunStore, kind: string, name: string): Promise<boolean> {
  for await (const { state } of store.runs({ kind, name })) if (state !== "finished") return true;
  return false;
}
