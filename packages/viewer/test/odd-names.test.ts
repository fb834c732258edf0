import { describe, expect, test } from "vitest";
import type { RunView } from "../src/contract/index.ts";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import {
  compareManifest,
  endCell,
  judgedCell,
  sampleComparison,
  sampleSuite,
} from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

const [arabic, hebrew] = ["مقارنة الأنماط", "שלום"];
const apart = (name: string) => `\u2068${name}\u2069`;
const long = "A".repeat(400);

describe.skipIf(noBrowser)("names and outcomes that a page has to stand", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    const kept = async (
      name: string,
      subjects: string[],
      broken: boolean,
      category = "reasoning",
      tasks = ["ferry", "clocks"],
    ) => {
      const manifest = compareManifest({ name, subjects, runs: 1 });
      const benchmark = {
        subjects: subjects.map((each) => ({
          name: each,
          kind: each === "single-generator" ? "baseline" : "pattern",
        })),
        tasks: tasks.map((id) => ({ id, category, prompt: id })),
      };
      const run = await store.createRun(
        {
          ...manifest,
          tasks: Object.fromEntries(tasks.map((id) => [id, "h"])),
          circumstances: { benchmark },
        },
        subjects.length * tasks.length,
      );
      const error = { name: "E", message: "boom \u001b[31mred" };
      // Of a run that goes on, each has come to another task.
      for (const subject of subjects)
        for (const task of name === "going on" ? tasks.slice(subjects.indexOf(subject) % 3) : tasks)
          await endCell(
            store,
            run,
            { subject, task, run: 0 },
            broken ? { outcome: { kind: "errored", error } } : judgedCell(true, task),
          );
      await store.updateRun(run.id, { state: "finished" });
      return run.id;
    };
    ids.turned = await kept("turned", [arabic, hebrew, "solo"], false);
    ids.broken = await kept("broken", ["one", "two"], true);
    ids.single = await kept("single", ["one"], true, "reasoning", ["ferry"]);
    ids.long = await kept(long, [`${long}1`, `${long}2`], false, `category-${long}`);
    const many = Array.from({ length: 12 }, (_, at) => `agent-${at}`);
    ids.goingOn = await kept("going on", ["single-generator", ...many], false, "reasoning", [..."abcdefgh"]);
    ids.longCase = (await sampleSuite(store, "A".repeat(100))).id;
    ids.whole = (await sampleComparison(store)).id;
    // A run that died in a call, and has another call of which nobody knows what it cost.
    const dear = await store.createRun(compareManifest({ name: "dear" }), 48);
    await store.registerWorker({ id: "gone", host: "sample", pid: 1 });
    const opening = { payer: "subject", modelId: "acme/one", worstCaseUsd: 9 } as const;
    for (const task of ["ferry", "clocks"]) {
      const cell = { subject: "debate", task, run: 0 };
      await store.claim(dear.id, "gone", { ...cell, taskHash: dear.manifest.tasks[task]! });
      const call = { ...opening, callId: task, openedAt: "2030-01-01T00:00:00.000Z" };
      await store.openCall(dear.id, cell, 1, call);
    }
    const usage = {
      inputTokens: 1,
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
    store.chargeCall(dear.id, { callId: "clocks", costUsd: null, usage, details: {} });
    await store.releaseWorker("gone");
    await store.updateRun(dear.id, { state: "interrupted" });
  });

  test(
    "names that are written from right to left stand each for itself in a sentence",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.turned}`));
      const remark = page.locator(".remarks li", { hasText: "score for money" });
      await remark.waitFor();
      const text = (await remark.textContent())!;
      expect(text).toContain(apart(arabic));
      expect(text).toContain(apart(hebrew));
      expect(text.replaceAll(/\u2068[^\u2069]*\u2069/g, "")).not.toMatch(/[\u0590-\u08ff]/);
    },
    patience,
  );

  test(
    "remarks on many single comparisons are folded, so that the charts are not far below",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.goingOn}`));
      const folded = page.locator("details.doubts");
      await folded.getByText("8 remarks on single comparisons.").waitFor();
      expect(await folded.locator("li").first().isVisible()).toBe(false);
      await folded.locator("summary").click();
      expect(await folded.locator("li").first().textContent()).toMatch(/is compared on \d of 8 tasks/);
      expect(await page.getByText("is compared on").count()).toBe(8);
    },
    patience,
  );

  test(
    "what broke stands above everything else, in words that can be read, and nothing is said of the rest",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.broken}`));
      const first = page.locator(".verdicts > *").first();
      await first.getByText("4 of 4 cells broke or have no score.").waitFor();
      await first.getByText("2 cells errored: boom ␛[31mred").first().waitFor();
      expect(await first.getAttribute("role")).toBe("note");
      expect(await page.getByText("No difference was shown").count()).toBe(0);
      expect(await page.getByText("What broke, and what has no score").count()).toBe(0);
      const single = await browser.open(view.at(`/run/${ids.single}`));
      await single.getByText("1 of 1 cell broke or has no score.").waitFor();
      const whole = await browser.open(view.at(`/run/${ids.whole}`));
      await whole.getByText("supervisor beats the baseline").waitFor();
      expect(await whole.getByText("broke or have no score").count()).toBe(0);
    },
    patience,
  );

  test.each([1280, 390])(
    "at %i pixels a long case leaves room for how often it passed",
    async (width) => {
      const page = await browser.open(view.at(`/run/${ids.longCase}`), { viewport: { width, height: 800 } });
      const row = page.getByRole("region", { name: "Cases" }).getByRole("row").last();
      await row.getByText("A".repeat(100)).waitFor();
      const { x, width: wide } = (await row.getByRole("cell", { name: "2 of 2" }).boundingBox())!;
      expect(x + wide).toBeLessThan(width);
    },
    patience,
  );

  test.each([1400, 390, 320])(
    "at %i pixels no name makes a page wider than it is",
    async (width) => {
      const viewport = { width, height: 800 };
      const page = await browser.open(view.at("/"), { viewport });
      const places = [
        ["/", ".run-row"],
        [`/run/${ids.long}`, ".heat td b"],
        [`/run/${ids.long}/cells`, ".list-row"],
        [`/run/${ids.long}/judge`, ".card"],
        [`/compare?a=${ids.long}&b=${ids.long}`, ".verdict"],
      ] as const;
      for (const [place, sign] of places) {
        await page.goto(page.url().replace(/#.*/, `#${place}`));
        await page.locator(sign).first().waitFor();
        const wide = () => page.evaluate<number>("document.documentElement.scrollWidth");
        await expect.poll(wide, { message: place, timeout: 20_000 }).toBeLessThanOrEqual(width);
      }
      await page.goto(page.url().replace(/#.*/, `#/run/${ids.long}`));
      const value = (await page.locator(".heat td").nth(1).boundingBox())!;
      expect(value.x).toBeLessThan(width * 0.6);
      const texts = await page.locator(".chart .label").allTextContents();
      expect(new Set(texts.slice(0, 2)).size).toBe(2);
    },
    patience,
  );

  test.each([
    [0, "Nothing was paid for any of them."],
    [null, "Some costs are not known, and the others are $0."],
  ])(
    "where nothing was paid there is no axis of costs; the cost of one is %s",
    async (first, words) => {
      const page = await browser.open(view.at("/"));
      await page.route("**/api/runs/*/view", async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as RunView;
        for (const [at, subject] of json.subjects.entries()) subject.costPerTaskUsd = at === 0 ? first : 0;
        await route.fulfill({ response, json });
      });
      await page.goto(page.url().replace(/#.*/, `#/run/${ids.whole}`));
      const card = page.getByRole("region", { name: "Score against cost" });
      await card.getByText(words).waitFor();
      expect(await card.locator("svg").count()).toBe(0);
    },
    patience,
  );

  test.each([1400, 390])(
    "the list says what it does not know of a cost, as in a terminal, at %i pixels",
    async (width) => {
      const page = await browser.open(view.at("/"), { viewport: { width, height: 800 } });
      await page.locator(".run-row", { hasText: "dear" }).getByText("≤ $9.00+?").waitFor();
      const sure = page.locator(".run-row", { hasText: "broken" });
      await sure.getByText("$0.012").waitFor();
      expect(await sure.textContent()).not.toMatch(/[≤?]/);
    },
    patience,
  );
});
