import { expect, test } from "vitest";
import type { RealAgent } from "./support/agents.ts";
import { fight } from "./support/arena.ts";
import { loops } from "./support/behaviours.ts";
import { costOf } from "./support/server-cost.ts";
import { timeout } from "./support/task.ts";

/** An agent whose model never ends is ended by its money. */
export function budgetTests(agent: RealAgent): void {
  test.each([
    ["at most one call over", false],
    ["never over when strict", true],
  ])("%s", { timeout }, async (_, strict) => {
    const { budget } = agent;
    await using fought = await fight(agent, loops(), {
      it: { budget, timeout: 120 },
      limits: { backoffBaseMs: 1, strict },
    });
    const { run, server, calls } = fought;
    expect(run).toMatchObject({ outcome: "over-budget", ended: "over-budget", attempts: 1 });
    // By the books of the server, not ours.
    const spent = costOf(agent, server.requests);
    expect(server.requests.length).toBeGreaterThan(0);
    if (strict) expect(spent).toBeLessThanOrEqual(budget);
    else {
      expect(spent).toBeGreaterThanOrEqual(budget * 0.9);
      expect(spent - costOf(agent, server.requests.slice(-1))).toBeLessThan(budget);
    }
    expect(calls.length).toBe(server.requests.length);
    expect(fought.alive()).toEqual([]);
    if (process.env.X_REAL_AGENTS) {
      const calls = server.requests.length;
      console.log(
        `${agent.name}, ${strict ? "strict" : "normal"}: $${spent.toFixed(4)} of $${budget} in ${calls} calls`,
      );
    }
  });
}
