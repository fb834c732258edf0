import { setTimeout as pause } from "node:timers/promises";
import { manifestOf, planCells, sweep } from "@flow-state-dev/sweep";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  type CellView,
  type LiveEvent,
  readPage,
  shownText,
  startViewServer,
  textChunk,
  type ViewSource,
} from "../src/index.ts";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, judgedCell, sampleFolder } from "./support/sample-store.ts";
import { xView } from "./support/x-view.ts";

describe.skipIf(noBrowser)("while a sweep runs", () => {
  const browser = useBrowser();

  test(
    "cells, numbers and verdicts follow without a reload, and the end is seen",
    async () => {
      await using folder = await sampleFolder();
      const { subjects, tasks, circumstances, models } = compareManifest();
      const plan = planCells({
        subjects: subjects.map((name) => ({ name })),
        tasks: Object.entries(tasks).map(([id, hash]) => ({ id, hash })),
        runs: 2,
      });
      const manifest = manifestOf(plan, {
        kind: "compare",
        name: "live",
        simulated: true,
        circumstances,
        models,
      });
      const gate = createGate();
      const swept = sweep({
        ...{ cells: plan, manifest, store: folder.store, limits: { concurrency: 1 } },
        async runCell(cell) {
          await gate.pass();
          return judgedCell(cell.subject !== "debate", cell.task);
        },
      });
      gate.open(6);
      await expect
        .poll(async () => (await folder.store.findRun("last")) !== null, { timeout: 20_000 })
        .toBe(true);
      await using view = await xView(folder.path, "last");
      const page = await browser.open(view.link);
      const passed = page.locator(".sq.o-passed");
      await page.getByRole("status").getByText("running, 6 of 48").waitFor();
      await expect.poll(() => passed.count(), { timeout: 30_000 }).toBe(4);
      await expect.poll(() => page.locator(".sq.o-running").count(), { timeout: 30_000 }).toBe(1);
      await page.evaluate(() => Object.assign(globalThis, { same: true }));

      gate.open(18);
      await page.getByRole("status").getByText("running, 24 of 48").waitFor();
      await expect.poll(() => passed.count(), { timeout: 30_000 }).toBe(16);

      gate.open(24);
      expect((await swept).state).toBe("finished");
      await page.getByText("Coverage 48 of 48.").waitFor();
      await expect.poll(() => page.getByText(/^running, /).count(), { timeout: 30_000 }).toBe(0);
      await expect.poll(() => passed.count(), { timeout: 30_000 }).toBe(32);
      expect(await page.evaluate(() => (globalThis as { same?: boolean }).same)).toBe(true);
      // Before its server goes, which a page rightly takes for an error.
      await page.close();
    },
    patience,
  );
});

describe.skipIf(noBrowser)("a run that goes on", () => {
  const browser = useBrowser();

  test(
    "is told all the same when it takes longer to be read than it takes to change",
    async () => {
      await using server = await startViewServer({ source: slowSource(3_000, 300), page: await readPage() });
      const page = await browser.open(server.link("/run/7f3a"));
      await page.getByText("It goes on.").waitFor({ timeout: 40_000 });
      await page.close();
    },
    patience,
  );

  test(
    "is there in more tabs than a browser has connections, and what changed out of sight is told on the way back",
    async () => {
      let [listening, sentence] = [0, "It goes on."];
      const told = slowSource(0, 300, () => sentence);
      const source: ViewSource = {
        ...told,
        watch(listener) {
          const stop = told.watch(listener);
          listening += 1;
          return () => {
            listening -= 1;
            stop();
          };
        },
      };
      await using server = await startViewServer({ source, page: await readPage() });
      const first = await browser.open(server.link("/run/7f3a"));
      await first.getByText(sentence).waitFor();
      await become(first, "hidden");
      for (let tab = 0; tab < 8; tab++) {
        const page = await first.context().newPage();
        await page.goto(server.link("/run/7f3a"));
        await page.getByText(sentence).waitFor();
        await become(page, "hidden");
      }
      await expect.poll(() => listening).toBe(0);
      sentence = "It went on.";
      await become(first, "visible");
      await first.getByText(sentence).waitFor();
      expect(listening).toBe(1);
      await first.close();
    },
    patience,
  );
});

describe.skipIf(noBrowser)("a long text of a run that goes on", () => {
  const browser = useBrowser();

  test(
    "stays as far as it was opened while the run changes; a piece that did not come is told of until it does",
    async () => {
      const whole = `${"word ".repeat(6_000)}the end`;
      let [reads, pieces] = [0, 0];
      const source: ViewSource = {
        ...slowSource(0, 300),
        async cell() {
          reads += 1;
          return cellWith(whole);
        },
        async text(_run, { from }) {
          pieces += 1;
          if (pieces === 1) throw new Error("The disk is gone.");
          return textChunk(whole, from);
        },
      };
      browser.expectProblems(/500/);
      await using server = await startViewServer({ source, page: await readPage() });
      const page = await browser.open(server.link("/run/7f3a?subject=one&task=a&rep=0"));
      const panel = page.getByRole("complementary", { name: "Cell" });
      const more = panel.getByRole("button", { name: /show more/ });
      await more.click();
      await more.click();
      await panel.getByText("The disk is gone.").waitFor();
      await more.click();
      const end = panel.getByText("the end");
      await end.waitFor();
      expect(await panel.getByText("The disk is gone.").count()).toBe(0);
      const before = reads;
      await expect.poll(() => reads, { timeout: 30_000 }).toBeGreaterThan(before + 1);
      expect(await end.count()).toBe(1);
      await page.close();
    },
    patience,
  );
});

/** A cell that has come to no more than an output so far, and to an error that is long. */
function cellWith(output: string): CellView {
  const texts = { prompt: null, output: shownText(output, { name: "output", attempt: 1 }), patch: null };
  return {
    ...{ run: "7f3a", subject: "one", task: "a", repetition: 0, category: null, outcome: "running" },
    ...{ score: null, error: "e".repeat(20_000), suspect: false, ...texts, criteria: [], expectations: [] },
    ...{ codeScores: [], notes: [], timeline: [], eventsLeft: 0, attempts: [], tokens: null, timing: [] },
    calls: { count: 0, retried: 0 },
    cost: { subject: 0, judge: 0, agent: 0, unknownCalls: 0 },
    ...{ health: null, turns: null },
  };
}

/** Puts a page out of sight, or back: without a screen every page takes itself to be seen. */
async function become(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}

/** A run of one cell that changes all the time, and whose figures are not there so soon. */
function slowSource(readingMs: number, changingMs: number, sentence = () => "It goes on."): ViewSource {
  const head = {
    ...{
      id: "7f3a",
      short: "7f3a",
      kind: "compare",
      name: "slow",
      subjects: ["one"],
      tasks: 1,
      repetitions: 1,
    },
    ...{ models: "acme/one", state: "running", waiting: false, simulated: false, importedAt: null },
    ...{ createdAt: "2030-01-01T00:00:00.000Z", updatedAt: "2030-01-01T00:00:00.000Z", commit: null },
    ...{ dirty: false, planned: 1, scored: 0, running: 1, costUsd: 0, unknownCalls: 0, carriedUsd: 0 },
    atLeast: false,
  } as const;
  const source = {
    head: async () => head,
    grid: async () => ({
      ...{ run: "7f3a", subjects: ["one"], tasks: [{ id: "a", category: null }], repetitions: 1 },
      ...{ codes: "r", scores: " ", perTask: null },
    }),
    async run() {
      await pause(readingMs);
      const sentences = [{ about: "verdict", text: sentence() }];
      const none = { warnings: [], subjects: [], categories: [], heat: [], cases: [], failures: [] };
      return {
        ...{ head, unit: "score", notice: null, sentences, baseline: null, outcomes: {}, ...none },
        ...{ coverage: "Coverage 0 of 1.", cost: "$0", budgetSpent: false },
      };
    },
    watch(listener: (event: LiveEvent) => void) {
      const timer = setInterval(() => listener({ runs: ["7f3a"] }), changingMs);
      return () => clearInterval(timer);
    },
  };
  return source as unknown as ViewSource;
}

/** Lets so many through as it was opened for; the others wait. */
function createGate() {
  let free = 0;
  const waiting: (() => void)[] = [];
  return {
    open(count: number) {
      free += count;
      while (free > 0 && waiting.length > 0) {
        free -= 1;
        waiting.shift()!();
      }
    },
    pass(): Promise<void> {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
