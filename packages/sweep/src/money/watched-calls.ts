import type { Charge } from "@flow-state-dev/core";
import type { CallRecord, RunStore } from "@flow-state-dev/records";
import { CutOffAnswers } from "./cut-off-answers.ts";
import { DearerCalls } from "./dearer-calls.ts";
import { UncountedCalls } from "./uncounted-calls.ts";
import { UnheardCalls } from "./unheard-calls.ts";
import { UnpricedCalls } from "./unpriced-calls.ts";

/** What of calls a reader of the run must know. */
export class WatchedCalls {
  readonly #kinds = [
    new DearerCalls(),
    new UnheardCalls(),
    new UncountedCalls(),
    new UnpricedCalls(),
    new CutOffAnswers(),
  ];

  see(charge: Charge): void {
    for (const calls of this.#kinds) calls.see(charge);
  }

  /** In sentences. */
  warnings(): string[] {
    return this.#kinds.flatMap((calls) => calls.warnings());
  }
}

/** The same of all calls of a run, whoever made them. */
export async function watchedCallsOf(store: RunStore, runId: string): Promise<WatchedCalls> {
  const watched = new WatchedCalls();
  for await (const call of store.calls(runId)) if (call.state === "charged") watched.see(chargeOf(call));
  return watched;
}

/** The charge that a call was kept with, as far as it is looked at here; a run from elsewhere may say anything. */
function chargeOf(call: Extract<CallRecord, { state: "charged" }>): Charge {
  const { callId, payer, modelId, usage, costUsd, details } = call;
  const { mostUsd, ...said } = details;
  return {
    ...said,
    ...{ callId, payer, modelId, usage, costUsd, accounts: [] },
    ...(typeof mostUsd === "number" && mostUsd >= 0 && { mostUsd }),
  } as unknown as Charge;
}
