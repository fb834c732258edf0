import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { budgetUsd, worstCaseUsd } from "./budget/plan.ts";
import type { Bill } from "./budget/provider.ts";
import { startChild } from "./support/child.ts";
import { all } from "./support/sweeping.ts";

interface Report {
  budgetExceeded: boolean;
  state: string;
  passed: number;
  told: number;
}

const processes = 4;
const concurrency = 8;
const nano = (usd: number) => Math.round(usd * 1e9);

test.each(["normal", "strict"])("four processes share a budget, %s", async (mode) => {
  const folder = mkdtempSync(join(tmpdir(), "budget-"));
  const file = join(folder, "x.db");
  const store = createSqliteStore(file);
  await using provider = startChild("budget/provider.ts", [String(processes)]);
  const url = `http://127.0.0.1:${await provider.line()}`;
  await using crowd = new AsyncDisposableStack();
  try {
    const sweepers = Array.from({ length: processes }, () =>
      crowd.use(startChild("budget/sweeper.ts", [file, url, mode])),
    );
    const reports = await Promise.all(
      sweepers.map(async (sweeper) => {
        const line = await sweeper.line();
        expect(await sweeper.ended, sweeper.errors()).toBe(0);
        return JSON.parse(line ?? "null") as Report;
      }),
    );

    const [run] = await all(store.runs());
    const bill = (await (await fetch(`${url}/bill`)).json()) as Bill;
    const books = await store.books(run!.id);
    expect(books).toMatchObject({ carriedUsd: 0, carriedCalls: 0, reservedUsd: 0, openCalls: 0 });
    expect(nano(books.spentUsd)).toBe(bill.nanoUsd);
    const sent = (await all(store.calls(run!.id))).filter(
      (call) => call.state === "charged" && call.details.usageKnown !== "none",
    );
    expect(sent).toHaveLength(bill.calls);

    if (mode === "strict") {
      expect(bill.nanoUsd).toBeLessThanOrEqual(nano(budgetUsd));
      // Nobody gave up before it was clear that the next call would not fit.
      expect(bill.nanoUsd + nano(worstCaseUsd)).toBeGreaterThan(nano(budgetUsd));
    } else {
      expect(bill.nanoUsd).toBeGreaterThanOrEqual(nano(budgetUsd));
      expect(bill.nanoUsd).toBeLessThan(nano(budgetUsd) + processes * concurrency * nano(worstCaseUsd));
    }
    const cells = await store.totals(run!.id);
    expect(cells.outcomes.passed).toBeGreaterThan(0);
    for (const report of reports) {
      expect(report).toMatchObject({ budgetExceeded: true });
      // Each tells what all have spent: a process by itself spends about a quarter.
      expect(report.told).toBeGreaterThan(budgetUsd * 0.5);
    }
    expect((await store.findRun("last"))?.state).toBe("interrupted");
    console.log(`${mode}: $${books.spentUsd} of $${budgetUsd} in ${bill.calls} calls`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
