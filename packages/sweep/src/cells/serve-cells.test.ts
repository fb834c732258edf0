import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type CellServed, sweep } from "../index.ts";

test("a worker that stood still gives up those that died, and not itself", async () => {
  let now = Date.now();
  const store = createSqliteStore(":memory:", { now: () => now });
  const plan = planOfSize(1, 2);
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  await store.registerWorker({ id: "other", host: "elsewhere", pid: 1 });
  await store.claim(id, "other", plan.at(1));
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const served: CellServed[] = [];
  const result = await sweep({
    ...{ cells: plan, run: id, store },
    async runCell({ task }) {
      if (task === "t0") {
        begun.resolve();
        await goesOn.promise;
      }
      return passed();
    },
    sharing: {
      role: "worker",
      source: {
        async serve(_, bring) {
          const first = bring(plan.at(0), false);
          await begun.promise;
          // The machine sleeps: nothing was heard of anybody.
          now += 60_000;
          served.push(await bring(plan.at(1), true));
          goesOn.resolve();
          served.push(await first);
        },
      },
    },
  });
  expect(served).toEqual(["settled", "settled"]);
  expect(result).toMatchObject({ state: "finished", outcomes: { passed: 2 } });
  expect((await cellsOf(store, id)).map(({ attempts }) => attempts)).toEqual([1, 2]);
  await store.close();
});
