import type { Clock } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import type { RunCell } from "./attempt/cell-context.ts";
import type { HealthWatch } from "./health/health.ts";
import type { Limits } from "./limits/limits.ts";
import type { CellPlan } from "./plan/cell-plan.ts";
import type { PlannedCell } from "./plan/planned-cell.ts";
import type { Sharing } from "./queue/sharing.ts";
import type { RunChoice } from "./run/open-run.ts";
import type { OnSweepEvent } from "./sweep-event.ts";
import type { Timer } from "./time/timer.ts";
import type { Classify } from "./verdict/classify.ts";

/** What a sweep is made of. */
export type SweepOptions = RunChoice & {
  /** In the order in which they start; `planCells` gives the balanced one. */
  cells: CellPlan | Iterable<PlannedCell>;
  runCell: RunCell;
  store: RunStore;
  limits?: Limits;
  /** What a thrown error means. Default: `classify`. */
  classify?: Classify;
  /** Cuts every running cell off; all have ended within `limits.settleMs` and the time to write that down. */
  signal?: AbortSignal;
  /** Stops scheduling; running cells have `limits.graceMs` to end. */
  drain?: AbortSignal;
  onEvent?: OnSweepEvent;
  /** With which part this process takes in a run of many machines. Default: it runs all cells itself. */
  sharing?: Sharing;
  /**
   * The next cell of a slot is claimed while the end of the last one is written, which makes short cells faster.
   * Whoever stops the sweep when he hears of an end may see one more cell run in each slot. Default: false.
   */
  claimsAhead?: boolean;
  /**
   * With `claimsAhead`: whether a cell does nothing before its first call but prepare that one. Where cells are short,
   * such a cell is started before it has a slot and takes it when the call, which is written down by then, goes out; so
   * slots do not stand empty while the store is written. Default: none does.
   */
  startsAhead?: (cell: PlannedCell) => boolean;
  /**
   * What a reader must know before trusting the numbers, as far as it is known before anything runs: told with the
   * plan, kept with the run, and among the warnings of the result. Default: nothing.
   */
  warnings?: readonly string[];
  /** What makes less of the money that is carried, in a sentence; told with how much that is. Default: nothing. */
  carriedAdvice?: string;
  /** How often to look at cells that another process holds. Default: 1 s. */
  pollMs?: number;
  clock?: Clock;
  timer?: Timer;
  /** In [0, 1); spreads retries. */
  random?: () => number;
  /** Default: the event loop and memory of this process. */
  health?: HealthWatch;
};
