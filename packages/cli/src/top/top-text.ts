import { formatMoney, formatMoneyOf } from "@flow-state-dev/core";
import { type SeenMachine, shortRunId } from "@flow-state-dev/records";
import { silentMs } from "../machines/unattended-reason.ts";
import { formatAbout } from "../progress/format-about.ts";
import { heldUpText } from "../progress/held-up-text.ts";
import { alignRows } from "../text/align-rows.ts";
import { counted } from "../text/show-numbers.ts";
import { visibleText } from "../text/visible-text.ts";
import { asStarted } from "../typed/as-started.ts";
import type { Top, TopRun } from "./read-top.ts";

/** What `x top` prints. */
export function topText({ runs, workers }: Top): string {
  const live = workers.filter((worker) => worker.silentMs < silentMs);
  const slots = live.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const busy = live.reduce((sum, { cells }) => sum + cells, 0);
  const head = `${counted(live.length, "worker")} · ${busy} of ${counted(slots, "cell")} at once\n`;
  const given =
    runs.length === 0
      ? asStarted("No run is given out. Give one out: x bench suite.json --on postgres://…\n")
      : alignRows([
          ["run", "", "cells", "at work", "no score", "spent", "cells/s", "left"],
          ...runs.map(runRow),
        ]);
  const notes = runs.flatMap(notesOf);
  const machines =
    workers.length === 0
      ? asStarted("No worker is here. Start one: x worker --on postgres://…\n")
      : alignRows([["worker", "run", "cells", "done", "offers", ""], ...workers.map(workerRow)]);
  return `${head}\n${given}${notes.join("")}\n${machines}`;
}

/** What somebody must do something about. */
function notesOf({ id, refusal, planlessMs, heldUp }: TopRun): string[] {
  const gone = planlessMs === null ? "" : formatAbout(planlessMs);
  return [
    ...(planlessMs === null
      ? []
      : [
          `${shortRunId(id)}: whoever gave its cells out has not been heard of for ${gone}. Go on: the same command with --resume.\n`,
        ]),
    ...(heldUp.length === 0 ? [] : [`${shortRunId(id)}: ${heldUpText(heldUp).join(" · ")}\n`]),
    ...(refusal === null
      ? []
      : [
          `${shortRunId(id)}: refused by ${visibleText(refusal.worker)}, ${formatAbout(refusal.agoMs)} ago: ${visibleText(refusal.reason)}\n`,
        ]),
  ];
}

function runRow(run: TopRun): string[] {
  const { id, kind, name, planned, scored, running, unscored, spentUsd, budgetUsd, rate, leftMs } = run;
  return [
    shortRunId(id),
    visibleText(`${kind} ${name}`),
    `${scored} of ${planned}`,
    String(running),
    String(unscored),
    budgetUsd === null ? formatMoney(spentUsd) : formatMoneyOf(spentUsd, budgetUsd),
    rate === null ? "–" : rate.toFixed(rate < 10 ? 1 : 0),
    leftMs === null ? "–" : formatAbout(leftMs),
  ];
}

function workerRow(worker: SeenMachine): string[] {
  const { host, pid, runId, cells, concurrency, ended, tags } = worker;
  const silent = worker.silentMs >= silentMs;
  return [
    visibleText(`${host}:${pid}`),
    runId === null ? "–" : shortRunId(runId),
    `${cells} of ${concurrency}`,
    String(ended),
    visibleText(tags.join(", ")),
    silent ? `silent for ${Math.round(worker.silentMs / 1000)} s` : "",
  ];
}
