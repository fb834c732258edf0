// A program whose cells take forever, wired to Ctrl-C.
import { createSqliteStore } from "@flow-state-dev/records";
import { interruptible, sweep } from "../../src/index.ts";
import { manifestOf, passed, planOfSize } from "../support/sweeping.ts";

const plan = planOfSize(1, 10);
const store = createSqliteStore(":memory:");
let started = 0;
{
  using interrupts = interruptible(process, { say: (text) => console.log(text) });
  const { signal, drain, onEvent } = interrupts;
  const result = await sweep({
    cells: plan,
    manifest: manifestOf(plan),
    store,
    limits: { concurrency: 4, graceMs: 20_000 },
    ...{ signal, drain, onEvent },
    async runCell({ task }, context) {
      if (task === "t0") return passed();
      started += 1;
      if (started === 4) console.log("running");
      await new Promise((_, reject) => {
        const alive = setInterval(() => {}, 1000);
        context.signal.addEventListener("abort", () => {
          clearInterval(alive);
          reject(context.signal.reason);
        });
      });
      return passed();
    },
  });
  console.log(`${result.state} ${result.aborted} ${result.outcomes.cancelled}`);
}
await store.close();
