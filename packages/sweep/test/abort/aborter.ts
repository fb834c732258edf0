// A process with 200 running cells that is told to stop, and has to end by itself afterwards.
import { createSqliteStore } from "@flow-state-dev/records";
import { sweep } from "../../src/index.ts";
import { answered, call, manifestOf, passed, planOfSize } from "../support/sweeping.ts";

const [url = "", how = "abort"] = process.argv.slice(2);
process.on("unhandledRejection", (error) => {
  console.log(`unhandled ${String(error)}`);
  process.exitCode = 9;
});

const plan = planOfSize(1, 400);
const store = createSqliteStore(":memory:");
const stop = new AbortController();
let running = 0;
let stoppedAt = 0;
const result = await sweep({
  cells: plan,
  manifest: manifestOf(plan),
  store,
  limits: { concurrency: 200, graceMs: 50 },
  [how === "abort" ? "signal" : "drain"]: stop.signal,
  async runCell({ task }, context) {
    running += 1;
    if (running === 200) {
      setTimeout(() => {
        stoppedAt = performance.now();
        stop.abort();
      }, 100);
    }
    // One in four listens to nothing, one in four is in a pause, the others are in a call to a silent server.
    const kind = Number(task.slice(1)) % 4;
    if (kind === 0) return new Promise(() => {});
    if (kind === 1) await context.pause(600_000);
    await call(context, async (open) => {
      await fetch(url, { signal: kind === 2 ? context.signal : open.signal });
      return answered(0.1);
    });
    return passed();
  },
});
const { outcomes, untried, spend, state } = result;
console.log(JSON.stringify({ ms: performance.now() - stoppedAt, outcomes, untried, spend, state }));
await store.close();
