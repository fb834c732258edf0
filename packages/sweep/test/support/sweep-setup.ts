import { createSqliteStore } from "@flow-state-dev/records";
import { type CellPlan, type RunCell, type SweepEvent, type SweepOptions, sweep } from "../../src/index.ts";
import { manifestOf, planOfSize } from "./sweeping.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** What a sweep is given beside its cells and what runs them. */
export type Sweeping = Partial<Omit<SweepOptions, "cells" | "runCell">> & {
  plan?: CellPlan;
  resume?: boolean;
  run?: string;
};

/** A sweep in virtual time over a store in memory. */
export function setUp() {
  const store = createSqliteStore(":memory:");
  const { run: live, ...time } = createVirtualTime();
  const events: SweepEvent[] = [];
  const run = (runCell: RunCell, { plan = planOfSize(2, 3), ...options }: Sweeping = {}) =>
    live(
      sweep({
        cells: plan,
        manifest: manifestOf(plan),
        store,
        runCell,
        onEvent: (event) => void events.push(event),
        random: () => 0.5,
        ...time,
        ...options,
      } as SweepOptions),
    );
  const types = (type: SweepEvent["type"]) => events.filter((event) => event.type === type);
  return { store, events, types, run, ...time };
}
