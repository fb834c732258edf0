import { noUsage, type OnEvent } from "@flow-state-dev/core";
import { addWork, type CountedWork, noWork } from "@flow-state-dev/records";
import type { CellContext } from "@flow-state-dev/sweep";

/** Hears which answers of a subject came from a cache. */
export interface CachedAnswers {
  onEvent: OnEvent;
  /** What they cost when they were made; undefined while there is none. */
  work(): CountedWork | undefined;
}

/** Tells the sweep of every answer from a cache, and adds them up for an attempt that takes the output over. */
export function hearCachedAnswers({ noteCached }: Pick<CellContext, "noteCached">): CachedAnswers {
  let sum: CountedWork | undefined;
  return {
    onEvent(event) {
      if (event.type !== "call.cached") return;
      const { costUsd = null, usage = noUsage } = event;
      noteCached({ costUsd, usage });
      const unknownCalls = costUsd === null ? 1 : 0;
      const worth = costUsd ?? 0;
      const answer = { costUsd: worth, cachedUsd: worth, cachedCalls: 1, unknownCalls, usage };
      sum = addWork(sum ?? noWork(), answer);
    },
    work: () => sum,
  };
}
