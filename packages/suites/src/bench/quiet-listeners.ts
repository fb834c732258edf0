import { toErrorRecord } from "@flow-state-dev/core";
import { createRedactor } from "@flow-state-dev/records";
import type { BenchConfig } from "./bench-config.ts";

type Listeners = Pick<BenchConfig, "onCaseEvent" | "onCaseStage" | "onNotice" | "onPreparing">;

/** A configuration whose listeners cannot fail. */
export interface QuietListeners {
  config: BenchConfig;
  /** That one of them failed, for the reader of the results; null when none did. */
  notice(): string | null;
}

/**
 * Nothing that a listener does reaches a case: its agent would be paid for nothing, and again. What listens to the
 * sweep is the sweep's to look after.
 */
export function quietListeners(config: BenchConfig): QuietListeners {
  let failure: string | undefined;
  const fail = (error: unknown) => {
    failure ??= toErrorRecord(error).message;
  };
  const quiet =
    <A extends unknown[]>(listener: (...told: A) => unknown) =>
    (...told: A): void => {
      try {
        const returned = listener(...told);
        if (returned instanceof Promise) returned.catch(fail);
      } catch (error) {
        fail(error);
      }
    };
  const { onCaseEvent, onCaseStage, onNotice, onPreparing } = config;
  const listeners: Listeners = {
    ...(onCaseEvent && { onCaseEvent: quiet(onCaseEvent) }),
    ...(onCaseStage && { onCaseStage: quiet(onCaseStage) }),
    ...(onNotice && { onNotice: quiet(onNotice) }),
    ...(onPreparing && { onPreparing: quiet(onPreparing) }),
  };
  return {
    config: { ...config, ...listeners },
    notice: () =>
      failure === undefined
        ? null
        : `Whoever listened to the run failed: ${createRedactor().text(failure)}. The results are not affected.`,
  };
}
