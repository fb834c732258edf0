import { createAccount, isRetryable } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { longestCourse } from "./roles.ts";
import { runPattern } from "./run-pattern.ts";

/** Abort, a spent budget and an outage end the run at once and as what they are, wherever they strike. */
export function endsCleanly(description: PatternDescription): void {
  const { adapter } = description;
  const course = longestCourse(description);
  const everyCall = Array.from(
    { length: adapter.build({ model: "recording/model" }).calls!.max },
    (_, at) => at,
  );

  test.each(everyCall)("abort during call %i ends it soon and opens no more", async (struck) => {
    const stop = new AbortController();
    let open = 0;
    let openAtStop = 0;
    const { result, calls } = await runPattern(adapter, {
      ...course,
      signal: stop.signal,
      before: ({ at }) => {
        open += 1;
        if (at !== struck) return undefined;
        setImmediate(() => {
          openAtStop = open;
          stop.abort();
        });
        return new Promise(() => {});
      },
    });
    expect(result).toMatchObject({ ok: false, aborted: true });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls.length).toBe(openAtStop);
  });

  test.each(everyCall.slice(1))("a budget for %i calls ends it as spent", async (affordable) => {
    const account = createAccount({ name: "cell", limitUsd: affordable - 0.5 });
    const { result, calls } = await runPattern(adapter, { ...course, costUsd: 1, account });
    expect(result).toMatchObject({ ok: false, aborted: false, error: { code: "budget-exceeded" } });
    expect(calls.length).toBeLessThan(everyCall.length);
  });

  test.each(everyCall)("an outage from call %i on is told as an outage", async (struck) => {
    const outage = Object.assign(new Error("The provider is overloaded."), { statusCode: 503 });
    const { result } = await runPattern(adapter, {
      ...course,
      before: ({ at }) => (at >= struck ? Promise.reject(outage) : undefined),
    });
    expect(!result.ok && isRetryable(result.error)).toBe(true);
  });

  test.each(everyCall)("a refused key at call %i is told as it is", async (struck) => {
    const refused = Object.assign(new Error("The key was refused."), { statusCode: 401 });
    const { result } = await runPattern(adapter, {
      ...course,
      before: ({ at }) => (at === struck ? Promise.reject(refused) : undefined),
    });
    expect(!result.ok && result.error.message).toContain("The key was refused.");
  });
}
