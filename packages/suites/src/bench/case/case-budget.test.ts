import { type Account, createAccount, noUsage } from "@flow-state-dev/core";
import { passed } from "@flow-state-dev/records";
import type { CellResult } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { type AgentReport, noFigures } from "../../agent/agent-report.ts";
import { CaseBudget, CaseBudgets } from "./case-budget.ts";

const cell = { subject: "x", task: "case", run: 0 };

function outage(): CellResult {
  return {
    outcome: { kind: "infrastructure", error: { name: "Error", message: "It is down." } },
    retry: true,
  };
}

async function spend(account: Account, costUsd: number): Promise<void> {
  const call = await account.open({ modelId: "acme/one", worstCaseUsd: 0 });
  call.settle({
    ...{
      status: "complete",
      finishReason: "stop",
      modelId: "acme/one",
      usage: noUsage,
      usageKnown: "reported",
    },
    ...{ costUsd, costBasis: "prices", streamed: false, startedAt: new Date(0).toISOString(), latencyMs: 1 },
  });
}

const over = (account: string) =>
  ({ ...noFigures, ended: "over-budget", account, detail: "Spent." }) satisfies AgentReport;

test("a later attempt has what earlier ones left, and a result ends that", async () => {
  const budgets = new CaseBudgets();
  const run = createAccount({ name: "run" });
  const limits: (number | undefined)[] = [];
  const attempt = (costUsd: number, result: CellResult) =>
    budgets.attempt(cell, 0.2, async (budget) => {
      const account = budget.open(run);
      limits.push(account.limitUsd);
      await spend(account, costUsd);
      return result;
    });
  expect(await attempt(0.05, outage())).toEqual(outage());
  await attempt(0.1, outage());
  await attempt(0.01, { outcome: passed(1) });
  await attempt(0.01, { outcome: passed(1) });
  expect(limits).toEqual([0.2, 0.15, 0.05, 0.2]);
});

test("when nothing is left it is not tried again, and stays the outage that it was", async () => {
  const budgets = new CaseBudgets();
  const run = createAccount({ name: "run" });
  const given = {
    retry: false,
    outcome: {
      kind: "infrastructure",
      error: {
        name: "Error",
        message:
          "It is down. It is not tried again: $0.25 of the $0.20 budget of this case went to attempts that an outage ended.",
      },
    },
  };
  const result = await budgets.attempt(cell, 0.2, async (budget) => {
    await spend(budget.open(run), 0.25);
    return outage();
  });
  expect(result).toEqual(given);
  // What was under way at the end of an attempt may be booked later.
  let account: Account | undefined;
  await budgets.attempt(cell, 0.2, async (budget) => {
    account = budget.open(run);
    return outage();
  });
  await spend(account!, 0.25);
  const worked: unknown[] = [];
  const next = await budgets.attempt(cell, 0.2, async (budget) => {
    worked.push(budget);
    return outage();
  });
  expect([next, worked]).toEqual([given, []]);
});

test("running over the rest of a budget is no result of the agent's; over the whole of it, it is", async () => {
  const budgets = new CaseBudgets();
  const run = createAccount({ name: "run" });
  const ends: AgentReport[] = [];
  for (const _ of [1, 2]) {
    await budgets.attempt(cell, 0.2, async (budget) => {
      const account = budget.open(run);
      await spend(account, 0.125);
      ends.push(budget.endOf(over("agent"), "run"), budget.endOf(over("run"), "run"));
      return outage();
    });
  }
  expect(ends.map(({ ended }) => ended)).toEqual([
    "over-budget",
    "over-budget",
    "infrastructure",
    "over-budget",
  ]);
  expect(ends[2]).toMatchObject({
    detail:
      "$0.125 of the $0.20 budget of this case went to attempts that an outage ended. What was left did not suffice. It is down.",
    error: { code: "outages-took-budget", retryable: false },
  });
});

test("a budget that does not pay for the first call of an agent is a mistake of the setup, not a result", () => {
  const untried = { ...over("x"), untried: true as const };
  const ended = (report: AgentReport, spentBefore = false) => {
    const budget = new CaseBudget(0.5);
    const run = createAccount({ name: "run" });
    if (spentBefore) budget.open(run);
    budget.open(run);
    return budget.endOf(report, "run");
  };
  expect(ended({ ...untried, wantedUsd: 2.46 })).toMatchObject({
    ended: "infrastructure",
    detail:
      'The budget of this case ($0.50) does not pay for one call of its model, which may cost up to $2.46. No call was made and nothing was spent: raise its "budget", or choose a cheaper model.',
    error: { code: "budget-too-small", retryable: false },
  });
  expect(ended(untried)).toMatchObject({ detail: expect.stringContaining("of its model. No call was made") });
  expect(ended(untried, true)).toMatchObject({ ended: "infrastructure" });
  expect(ended({ ...untried, account: "run" })).toMatchObject({ ended: "over-budget" });
  expect(ended(over("x"))).toMatchObject({ ended: "over-budget" });
});
