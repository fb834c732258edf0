import type { ChargeFacts } from "@flow-state-dev/core";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { answered, call, manifestOf, passed, planOfSize, refused } from "../../test/support/sweeping.ts";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { sweep } from "../index.ts";

/** When the calls of one cell go out, in milliseconds, with so many tokens a minute: one after the other. */
async function timesOf(calls: readonly ChargeFacts[], tokensPerMinute: number, store?: RunStore) {
  const { run, clock, timer, health } = createVirtualTime();
  const plan = planOfSize(1, 1);
  const times: number[] = [];
  await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), clock, timer, health },
      store: store ?? createSqliteStore(":memory:"),
      limits: { providers: { acme: { tokensPerMinute } } },
      async runCell(_, context) {
        for (const facts of calls) {
          const booked = call(context, async () => {
            times.push(clock.elapsed());
            return facts;
          });
          await booked.catch(() => {});
        }
        return passed();
      },
    }),
  );
  return times;
}

const estimated = (tokens: number): ChargeFacts => ({ ...answered(0, tokens), usageKnown: "estimated" });

test.each([
  ["one that was refused", refused(429)],
  ["one that broke off with nothing counted", estimated(0)],
  ["one as large", answered(0, 60)],
])("%s takes as much of the minute as the largest call before", async (_, second) => {
  const times = await timesOf([answered(0, 60), second, answered(0, 60)], 130);
  expect(times).toEqual([0, 0, 60_000]);
});

test.each([
  ["one that used nothing", answered(0, 0)],
  ["one that broke off with little counted", estimated(5)],
])("%s leaves the minute to others", async (_, second) => {
  expect(await timesOf([answered(0, 60), second, answered(0, 60)], 130)).toEqual([0, 0, 0]);
});

test("a call that could not be booked is not under way for ever", async () => {
  const store = createSqliteStore(":memory:");
  const book = store.chargeCall.bind(store);
  store.chargeCall = () => {
    store.chargeCall = book;
    throw new Error("no room");
  };
  const times = await timesOf([answered(0, 60), answered(0, 60)], 130, store);
  expect(times).toEqual([0, 0]);
});
