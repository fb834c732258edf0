import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { RunView } from "../src/contract/index.ts";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import {
  compareManifest,
  endCell,
  judgedCell,
  sampleComparison,
  sampleFolder,
} from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";
import { runX, xView } from "./support/x-view.ts";

const reversed = "an \u202Eevil name";

describe.skipIf(noBrowser)("runs that are not as they should be", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    ids.older = (await sampleComparison(store, {}, 1)).id;
    ids.whole = (await sampleComparison(store)).id;
    const half = await store.createRun(compareManifest({ name: "half" }), 48);
    for (const subject of half.manifest.subjects)
      await endCell(store, half, { subject, task: "ferry", run: 0 }, judgedCell(true, "ferry"));
    await store.updateRun(half.id, { state: "interrupted" });
    ids.half = half.id;
    const odd = await store.createRun(
      compareManifest({
        name: reversed,
        subjects: ["plain", reversed],
        tasks: { ferry: "h" },
        runs: 1,
        circumstances: {},
      }),
      2,
    );
    for (const subject of odd.manifest.subjects)
      await endCell(store, odd, { subject, task: "ferry", run: 0 }, judgedCell(true, "ferry"));
    await store.updateRun(odd.id, { state: "finished" });
    ids.odd = odd.id;
    const uneven = await store.createRun(
      {
        ...compareManifest({ name: "uneven", subjects: ["x"], tasks: { once: "h", often: "h" }, runs: 3 }),
        kind: "bench",
        circumstances: {
          benchmark: {
            tasks: [
              { id: "once", runs: 1 },
              { id: "often", runs: 3 },
            ],
          },
        },
      },
      4,
    );
    await endCell(store, uneven, { subject: "x", task: "once", run: 0 }, judgedCell(true, "ferry"));
    await store.updateRun(uneven.id, { state: "interrupted" });
    ids.uneven = uneven.id;
  });

  /** Opens a place; `change` makes another answer of what the server says of the run. */
  const open = async (place: string, options = {}, change?: (view: RunView) => void) => {
    const page = await browser.open(view.at("/"), options);
    if (change)
      await page.route("**/api/runs/*/view", async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as RunView;
        change(json);
        await route.fulfill({ response, json });
      });
    await page.goto(page.url().replace(/#.*/, `#${place}`));
    return page;
  };
  const active = (page: Page) =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    );

  test(
    "a case that repeats less often than others has squares for its own runs only",
    async () => {
      const page = await open(`/run/${ids.uneven}`);
      await page.getByText("2 cases × 1–3 runs, one square each").waitFor();
      expect(await page.locator(".sq").count()).toBe(4);
      await page.getByText("not run 3").waitFor();
      await page.getByRole("button", { name: "x on once, run 1: passed" }).focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => active(page)).toBe("x on often, run 1: not run");
    },
    patience,
  );

  test(
    "a case that has no result yet has neither passed nor failed",
    async () => {
      const page = await open(`/run/${ids.uneven}`, {}, ({ cases }) => {
        for (const each of cases) Object.assign(each, { passed: 0, of: 0, interval: null });
      });
      await page.getByRole("row", { name: "once – –" }).waitFor();
      expect(await page.locator("td.good, td.bad").count()).toBe(0);
    },
    patience,
  );

  test(
    "a run that waits for workers is not said to be running",
    async () => {
      const page = await browser.open(view.at("/"));
      for (const place of ["**/api/runs", "**/api/runs/*/head"])
        await page.route(place, async (route) => {
          const response = await route.fetch();
          const text = (await response.text()).replaceAll(
            /"state":"interrupted","waiting":false/g,
            '"state":"running","waiting":true',
          );
          await route.fulfill({ response, body: text });
        });
      await page.reload();
      const row = page.locator(".run-row", { hasText: "half" });
      await row.getByText("waiting", { exact: true }).waitFor();
      expect(await row.getByText("running").count()).toBe(0);
      await page.goto(page.url().replace(/#.*/, `#/run/${ids.half}`));
      await page.getByText("waiting for workers, 3 of 48").waitFor();
      expect(await page.locator("header").getByText("running").count()).toBe(0);
    },
    patience,
  );

  test(
    "on a narrow page the list still says what is simulated, unfinished, and what it cost",
    async () => {
      const page = await open("/", { viewport: { width: 390, height: 800 } });
      const row = page.locator(".run-row", { hasText: "half" });
      for (const text of ["simulated", "interrupted", "$0.012", "3 of 48"]) {
        const box = (await row.getByText(text).boundingBox())!;
        expect(box.x + box.width, text).toBeLessThanOrEqual(390);
      }
      const badge = (await row.getByText("interrupted").boundingBox())!;
      const score = (await row.locator(".score").boundingBox())!;
      expect(badge.x + badge.width).toBeLessThanOrEqual(score.x);
      await page.getByText("sample, score from run to run").waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    },
    patience,
  );

  test(
    "a run that was interrupted says so, how much it lacks, and how to go on",
    async () => {
      const page = await open(`/run/${ids.half}`);
      await page.getByRole("heading", { level: 1, name: "half" }).waitFor();
      await page.getByRole("banner").getByText("interrupted, 3 of 48").waitFor();
      await page
        .getByRole("note")
        .getByText(/Coverage 3 of 48 .*Go on with it by the same command and --resume\./)
        .waitFor();
      // A flag whose dashes stand on two lines cannot be read as one.
      for (let width = 400; width <= 440; width += 4) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.querySelector('.flag').getClientRects().length")).toBe(1);
      }
    },
    patience,
  );

  test(
    "what was not run has no cost, rather than one that nobody knows",
    async () => {
      const page = await open(`/run/${ids.half}/cells`);
      const row = page.locator("button.list-row", { hasText: "clocks" }).first();
      await row.waitFor();
      expect(await row.locator(".num.wide").textContent()).toBe("– · –");
    },
    patience,
  );

  test(
    "one that the budget ended needs a larger one to go on, and says so",
    async () => {
      const page = await open(`/run/${ids.half}`, {}, (run) => {
        run.budgetSpent = true;
      });
      await page
        .getByRole("note")
        .getByText(/by the same command with --resume and a larger --max-cost\.$/)
        .waitFor();
    },
    patience,
  );

  test(
    "what is as good as the baseline does not look better, and the marks are explained",
    async () => {
      const page = await open(`/run/${ids.whole}`, {}, ({ subjects }) => {
        for (const subject of subjects) if (subject.name === "supervisor") subject.verdict = "equivalent";
      });
      const chart = page.getByRole("region", { name: /^Score, 95 % interval/ });
      await chart.locator(".key").getByText("as good").waitFor();
      await chart.locator(".key").getByText("baseline", { exact: true }).waitFor();
      expect(await page.locator(".v-equivalent path.dot").count()).toBeGreaterThan(0);
      expect(await page.locator(".v-equivalent circle").count()).toBe(0);
    },
    patience,
  );

  test(
    "who is not drawn against the cost is named; without a score that is said, not that the cost is unknown",
    async () => {
      const page = await open(`/run/${ids.whole}`, {}, ({ subjects }) => {
        for (const subject of subjects) {
          if (subject.name === "supervisor") subject.costPerTaskUsd = null;
          if (subject.name === "debate") subject.costPerTaskUsd = 0;
        }
      });
      const card = page.getByRole("region", { name: "Score against cost" });
      await card.getByText("Not drawn, because the cost is not known: supervisor.").waitFor();
      await card.getByText("$0", { exact: true }).waitFor();
      const other = await open(`/run/${ids.whole}`, {}, ({ subjects }) => {
        for (const subject of subjects) subject.mean = null;
      });
      await other
        .getByRole("region", { name: "Score against cost" })
        .getByText("Nothing has a score yet.")
        .waitFor();
    },
    patience,
  );

  test(
    "a name cannot turn the writing around it: what is hidden in it is shown",
    async () => {
      const page = await open(`/run/${ids.odd}`);
      await page.getByRole("heading", { level: 1, name: "an ⟨U+202E⟩evil name" }).waitFor();
      await page.locator(".heat, .chart").first().waitFor();
      await page.getByRole("button", { name: "an ⟨U+202E⟩evil name on ferry, run 1: passed, 1.00" }).click();
      await page.getByRole("heading", { name: "an ⟨U+202E⟩evil name · ferry · run 1" }).waitFor();
      expect(await page.locator("body").textContent()).not.toContain("\u202E");
    },
    patience,
  );

  test(
    "the focus follows the cell that is open, and goes back to it when it is closed",
    async () => {
      const page = await open(`/run/${ids.whole}`);
      await page.getByText("supervisor beats the baseline").first().waitFor();
      await page.getByRole("button", { name: "debate on ferry, run 2" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "debate · ferry · run 2" }).waitFor();
      await page.keyboard.press("f");
      await expect.poll(() => active(page)).toContain("debate on knights, run 2: failed");
      await page.getByRole("button", { name: "Close the cell" }).click();
      await expect.poll(() => active(page)).toContain("debate on knights, run 2: failed");
    },
    patience,
  );

  test(
    "a cell that lies over the page takes the focus, and gives it back",
    async () => {
      const page = await open(`/run/${ids.whole}`, { viewport: { width: 800, height: 800 } });
      await page.getByText("supervisor beats the baseline").first().waitFor();
      const square = page.getByRole("button", { name: "debate on ferry, run 2" });
      // The grid is put together anew once it knows how wide it is.
      await expect
        .poll(async () => {
          await square.focus();
          await page.waitForTimeout(100);
          return await active(page);
        })
        .toContain("debate on ferry, run 2");
      await page.keyboard.press("Enter");
      await expect.poll(() => active(page)).toBe("debate · ferry · run 2");
      await page.keyboard.press("Tab");
      expect(await active(page)).toBe("Close the cell");
      await page.keyboard.press("Escape");
      await expect.poll(() => active(page)).toContain("debate on ferry, run 2");
    },
    patience,
  );

  test(
    "j goes to the next row of the list, and to nothing that the filter leaves out",
    async () => {
      const page = await open(`/run/${ids.whole}/cells?who=debate&outcome=failed`);
      const rows = page.getByLabel("Cells in a list").getByRole("button");
      await expect.poll(() => rows.count()).toBe(5);
      const panel = page.getByRole("complementary", { name: "Cell" });
      for (let at = 0; at < 5; at++) {
        await page.keyboard.press("j");
        const [, task, run] = /debate\s*(\S+) (run \d)/.exec((await rows.nth(at).textContent())!)!;
        await panel.getByRole("heading", { name: `debate · ${task} · ${run}` }).waitFor();
      }
    },
    patience,
  );

  test(
    "Tab reaches a square whatever the filter leaves, and a row of the list says its outcome on a narrow page too",
    async () => {
      const page = await open(`/run/${ids.whole}/cells`, { viewport: { width: 390, height: 800 } });
      await page.getByRole("button", { name: "supervisor on ferry, run 1" }).click();
      await page.keyboard.press("Escape");
      const reachable = page.locator(".sq[tabindex='0']");
      await expect.poll(() => reachable.count()).toBe(1);
      await page.getByLabel("Subject").selectOption("debate");
      await expect.poll(() => reachable.getAttribute("aria-label")).toContain("debate on");
      await page.getByRole("button", { name: /^failed 0\.50 debate ferry run 1$/ }).waitFor();
    },
    patience,
  );

  test(
    "any task can be put side by side from the keyboard, whether it flipped or not",
    async () => {
      const page = await open(
        `/compare?a=${ids.whole}&b=${ids.whole}&subjectA=single-generator&subjectB=supervisor`,
      );
      await page.getByLabel("Task side by side").selectOption("ferry");
      await page
        .getByRole("region", { name: "B: supervisor · ferry · run 1" })
        .getByText("met Completes ferry")
        .waitFor();
      expect(page.url()).toContain("task=ferry");
    },
    patience,
  );

  test(
    "on paper the cell comes after the result, in light colours, and squares keep theirs",
    async () => {
      const page = await open(`/run/${ids.whole}?subject=debate&task=ferry&rep=0`, { colorScheme: "dark" });
      await page.locator(".evidence").waitFor();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const style = (selector: string, name: string) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue("${name}")`,
        );
      expect(await style("aside.panel", "position")).toBe("static");
      expect(await style("body", "color")).toBe("rgb(27, 29, 31)");
      expect(await style(".sq", "print-color-adjust")).toBe("exact");
      expect(await style("header nav", "display")).toBe("none");
    },
    patience,
  );

  test(
    "in a saved grid outcomes can be told apart without their colours",
    async () => {
      const page = await open(`/run/${ids.half}`);
      await page.getByRole("heading", { name: /^Cells: / }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "half cells as SVG" }).click(),
      ]);
      const { readFile } = await import("node:fs/promises");
      const svg = await readFile(await download.path(), "utf8");
      const paints = [...svg.matchAll(/<path fill="([^"]+)"( stroke)?/g)].map(
        ([, fill, stroke]) => stroke ?? fill,
      );
      expect(new Set(paints.map((paint) => paint === " stroke")).size).toBe(2);
    },
    patience,
  );
});

describe.skipIf(noBrowser)("in a file", () => {
  const browser = useBrowser();

  test(
    "the judge's page does not ask for labels that nobody can give there",
    async () => {
      await using folder = await sampleFolder();
      await sampleComparison(folder.store);
      const { code, stderr } = await runX(folder.path, "report", "last", "--html", "run.html");
      expect(code, stderr).toBe(0);
      const page = await browser.open(`file://${folder.path}/run.html`);
      await page.getByRole("link", { name: "Judge" }).click();
      await page.getByText("Outputs are labelled with x view, where the run was made.").waitFor();
      expect(await page.getByText("needs 2 more").count()).toBe(0);
    },
    patience,
  );
});

describe.skipIf(noBrowser)("when the server is gone", () => {
  const browser = useBrowser();

  test(
    "what was seen stays, and the page says that it is old",
    async () => {
      browser.expectProblems(/ERR_|Failed to load/);
      await using folder = await sampleFolder();
      const run = await sampleComparison(folder.store);
      await using view = await xView(folder.path, run.id);
      const page = await browser.open(view.link);
      await page.locator(".sq.o-failed").first().click();
      await page.locator(".evidence").waitFor();
      await view[Symbol.asyncDispose]();
      await page
        .getByRole("alert")
        .getByText("x view does not answer any more: this is how it was today")
        .waitFor();
      expect(await page.locator(".evidence").count()).toBe(1);
      await page.getByRole("heading", { name: "Score against cost" }).waitFor();
    },
    patience,
  );
});
