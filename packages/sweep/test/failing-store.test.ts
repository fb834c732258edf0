// A store that fails at a write: never a score that nobody earned, and never a sweep that waits for ever.
import { createSqliteStore, RecordsError, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type RunCell, type SweepResult, sweep } from "../src/index.ts";
import { answered, call, cellsOf, manifestOf, passed, planOfSize } from "./support/sweeping.ts";

class FullError extends RecordsError {
  constructor(method: string) {
    super("full", `There is no room for ${method}.`);
  }
}

/** The store, failing at one use. `used` names what was asked of it. */
function failingAt(store: RunStore, at: number) {
  const used: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function" || name === "cells") return value;
      return (...args: unknown[]) => {
        used.push(String(name));
        // When a call cannot be booked, it cannot be carried either.
        const fails = used.length === at || (name === "carryCall" && used.at(-2) === "chargeCall");
        if (!fails) return value.apply(target, args);
        const error = new FullError(String(name));
        if (name === "chargeCall" || name === "carryCall") throw error;
        return Promise.reject(error);
      };
    },
  });
  return { proxy, used };
}

test.each([false, true])(
  "whatever use of it fails, the sweep tells, or comes to the scores that are earned; claims ahead: %s",
  async (claimsAhead) => {
    const plan = planOfSize(2, 2);
    const manifest = manifestOf(plan);
    const runCell: RunCell = async (_, context) => {
      await call(context, async () => answered(0.25));
      await context.keep({ evidence: { kept: true } });
      return passed();
    };
    const limits = { concurrency: 2, budgetUsd: 100, backoffBaseMs: 1 };
    for (let at = 1; ; at += 1) {
      const store = createSqliteStore(":memory:");
      const { proxy, used } = failingAt(store, at);
      const ended = await sweep({ cells: plan, manifest, store: proxy, runCell, limits, claimsAhead }).catch(
        (error: unknown) => error,
      );
      if (used.length < at) break;
      const which = `${at}: ${used[at - 1]}`;
      if (ended instanceof Error) expect(ended).toBeInstanceOf(FullError);
      const { runId } =
        ended instanceof Error
          ? await sweep({ cells: plan, manifest, resume: true, store, runCell, limits })
          : (ended as SweepResult);
      const kinds = (await cellsOf(store, runId)).map(({ outcome }) => outcome?.kind);
      expect([which, kinds]).toEqual([which, Array(4).fill("passed")]);
      await store.close();
    }
  },
);
