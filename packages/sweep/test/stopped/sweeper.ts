// Cells that wait, step by step, far shorter than they may; says when all of them run, and then what became of them.
import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore } from "@flow-state-dev/records";
import { sweep } from "../../src/index.ts";
import { manifestOf, passed, planOfSize } from "../support/sweeping.ts";

const count = 20;
const plan = planOfSize(1, count);
const store = createSqliteStore(":memory:");
let started = 0;
const { outcomes } = await sweep({
  cells: plan,
  manifest: manifestOf(plan),
  store,
  limits: { concurrency: count, cellTimeoutMs: 2000 },
  async runCell(_, { signal }) {
    started += 1;
    if (started === count) setTimeout(() => console.log("running"), 20);
    for (let step = 0; step < 5; step += 1) await sleep(100, undefined, { signal });
    return passed();
  },
});
console.log(`${outcomes.passed} passed, ${outcomes["timed-out"]} timed out`);
await store.close();
