import {
  isScored,
  type Machines,
  type OutcomeKind,
  outcomeKinds,
  type Refusal,
  type RunStore,
  type SeenMachine,
} from "@flow-state-dev/records";
import { type HeldUp, sumHeldUp } from "@flow-state-dev/sweep";
import { silentMs } from "../machines/unattended-reason.ts";

/** A run that is given out, as it stands. */
export interface TopRun {
  id: string;
  kind: string;
  name: string;
  planned: number;
  /** Cells with a result that stays. */
  scored: number;
  running: number;
  /** Cells whose last attempt ended without a score: outages, judges that failed, cells that were given up. */
  unscored: number;
  passed: number;
  attempts: number;
  spentUsd: number;
  budgetUsd: number | null;
  /** Cells that got their result in a second, lately; null while that is not known. */
  rate: number | null;
  /** Milliseconds; null while that is not known. */
  leftMs: number | null;
  /** Cells that try again at workers, and why. */
  heldUp: readonly HeldUp[];
  /** The last worker that did not work on it, and why; null when none refused. */
  refusal: Refusal | null;
  /** How long whoever was giving its cells out has not been heard of; null when all are given out, or it is there. */
  planlessMs: number | null;
}

/** Everything that `x top` shows. */
export interface Top {
  runs: readonly TopRun[];
  workers: readonly SeenMachine[];
}

/** The rate is that of the last while. */
const windowMs = 60_000;

/** Reads what `x top` shows, again and again: the rate is from what it saw before. */
export class TopReader {
  readonly #store: RunStore;
  readonly #machines: Machines;
  readonly #seen = new Map<string, { at: number; scored: number }[]>();

  constructor(store: RunStore, machines: Machines) {
    this.#store = store;
    this.#machines = machines;
  }

  async read(now = Date.now()): Promise<Top> {
    const runs: TopRun[] = [];
    for (const { runId, spec, state, silentMs: unheardMs, refusal } of await this.#machines.postings.open()) {
      const run = await this.#store.findRun(runId);
      if (!run) continue;
      const [{ outcomes, running, attempts }, { spentUsd }] = [
        await this.#store.totals(runId),
        await this.#store.books(runId),
      ];
      const count = (wanted: (kind: OutcomeKind) => boolean) =>
        outcomeKinds.filter(wanted).reduce((sum, kind) => sum + outcomes[kind], 0);
      const scored = count(isScored);
      const rate = this.#rate(runId, scored, now, Date.parse(run.createdAt));
      runs.push({
        ...{ id: runId, kind: run.manifest.kind, name: run.manifest.name, planned: run.plannedCells },
        ...{ scored, running, attempts, spentUsd, rate },
        unscored: count((kind) => !isScored(kind)),
        passed: outcomes.passed,
        refusal,
        heldUp: sumHeldUp(await this.#machines.machines.heldUp(runId)),
        planlessMs: state === "filling" && unheardMs >= silentMs ? unheardMs : null,
        budgetUsd: typeof spec.budgetUsd === "number" ? spec.budgetUsd : null,
        leftMs: rate === null || rate === 0 ? null : ((run.plannedCells - scored) / rate) * 1000,
      });
    }
    return { runs, workers: await this.#machines.machines.all() };
  }

  /** Since it was first seen in the last minute; at first since the run began. */
  #rate(runId: string, scored: number, now: number, createdAt: number): number | null {
    const seen = (this.#seen.get(runId) ?? []).filter(({ at }) => now - at <= windowMs);
    const from = seen[0] ?? { at: createdAt, scored: 0 };
    this.#seen.set(runId, [...seen, { at: now, scored }]);
    return now - from.at < 500 ? null : ((scored - from.scored) / (now - from.at)) * 1000;
  }
}
