import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, sampleComparison, sampleSuite } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

describe.skipIf(noBrowser)("the page in a browser", () => {
  const browser = useBrowser();
  let ids: { old: string; latest: string; suite: string };
  const view = useView(async (store) => {
    const models = { executor: "acme/zero", judge: "acme/judge" };
    const imported = { at: "2026-01-02T03:04:05.000Z" };
    const circumstances = { ...compareManifest().circumstances, imported };
    const old = await sampleComparison(store, { models, circumstances }, 1);
    const latest = await sampleComparison(store);
    const suite = await sampleSuite(store);
    ids = { old: old.id, latest: latest.id, suite: suite.id };
  });

  /** Opens a place in the page with the link that was printed. */
  const open = async (place: string, options = {}) => browser.open(view.at(place), options);
  const heading = (page: Page, name: string) => page.getByRole("heading", { name });

  test(
    "the link opens the page from a page of another site too, where it was pasted",
    async () => {
      const link = view.at(`/run/${ids.latest}`);
      const other = createServer((_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<!doctype html><link rel="icon" href="data:,"><a href="${link}">look</a>`);
      }).listen(0, "localhost");
      try {
        await once(other, "listening");
        const page = await browser.open(`http://localhost:${(other.address() as AddressInfo).port}/`);
        await page.getByRole("link", { name: "look" }).click();
        await page.getByText("supervisor beats the baseline").first().waitFor();
        expect(page.url()).not.toContain("token");
      } finally {
        other.close();
      }
    },
    patience,
  );

  test(
    "the link opens the runs, the token leaves the address, and a run leads to its result",
    async () => {
      const page = await open("/");
      await page.getByRole("link", { name: "chores" }).waitFor();
      expect(page.url()).not.toContain("token");
      await page.getByLabel("Runs", { exact: true }).getByRole("link", { name: "sample" }).first().click();
      await page.getByText("supervisor beats the baseline").first().waitFor();
      expect(page.url()).toContain(`#/run/${ids.latest}`);
      await page.getByText("Simulated model: this shows the tool").waitFor();
      const chart = page.getByRole("img", { name: /The score of each, best first\. supervisor: 1\.000/ });
      await chart.waitFor();
      await page.getByRole("img", { name: /against the cost of a task/ }).waitFor();
      await page
        .getByRole("cell", { name: /1\.000/ })
        .first()
        .waitFor();
      await expect.poll(() => page.title()).toMatch(/^sample · run /);
      await page.getByRole("link", { name: "Judge", exact: true }).click();
      await expect.poll(() => page.title()).toMatch(/^Judge · sample · run /);
      await page.getByRole("link", { name: "Runs", exact: true }).click();
      await expect.poll(() => page.title()).toBe("Runs · x view");
    },
    patience,
  );

  test(
    "a second tab without the link gets nothing",
    async () => {
      const page = await browser.open("about:blank");
      const response = await page.request.get(view.at("/").replace(/\?.*/, "api/runs"));
      expect(response.status()).toBe(401);
    },
    patience,
  );

  test(
    "runs are searched, and a trend is drawn for a benchmark with several",
    async () => {
      const page = await open("/");
      await page.getByText("sample, score from run to run, simulated").waitFor();
      await page.getByLabel("Search runs").fill("acme/zero");
      await expect.poll(() => page.locator(".run-row").count()).toBe(1);
      expect(page.url()).toContain("q=acme");
      await page.getByLabel("Search runs").fill("");
      await page.getByLabel("Kind").selectOption("bench");
      await expect.poll(() => page.locator(".run-row").allTextContents()).toHaveLength(1);
      await page.getByText("chores").first().waitFor();
    },
    patience,
  );

  test(
    "a run that was imported is marked in the list and in its head, and can be searched for",
    async () => {
      const page = await open("/");
      await page.locator(".run-row .badge", { hasText: "imported" }).waitFor();
      await page.getByLabel("Search runs").fill("imported");
      await expect.poll(() => page.locator(".run-row").count()).toBe(1);
      await page.locator(".run-row").getByRole("link", { name: "sample" }).click();
      await page.getByText(/ · imported 2 Jan/).waitFor();
      const other = await open(`/run/${ids.latest}`);
      await other.getByText("supervisor beats the baseline").first().waitFor();
      expect(await other.locator(".facts").textContent()).not.toContain("imported");
    },
    patience,
  );

  test(
    "cells are filtered by outcome, subject and task, and the filter is in the address",
    async () => {
      const page = await open(`/run/${ids.latest}/cells`);
      await heading(page, "48 cells in a list").waitFor();
      await page.getByRole("button", { name: /^failed 17$/ }).click();
      await heading(page, "17 cells in a list").waitFor();
      await page.getByLabel("Subject").selectOption("debate");
      await heading(page, "5 cells in a list").waitFor();
      await page.getByRole("button", { name: /^failed 5$/ }).waitFor();
      await page.getByLabel("Search tasks").fill("ferr");
      await heading(page, "1 cell in a list").waitFor();
      await heading(page, "Cells: 1 of ").waitFor();
      await page.reload();
      await heading(page, "1 cell in a list").waitFor();
      await page.getByLabel("Search tasks").fill("nothing like it");
      await page.getByText("No cell fits this filter.").waitFor();
    },
    patience,
  );

  test(
    "a square leads to its evidence without leaving the page, and Escape back",
    async () => {
      const page = await open(`/run/${ids.latest}`);
      await page.getByRole("button", { name: "single-generator on clocks, run 1: failed, 0.50" }).click();
      const panel = page.getByRole("complementary", { name: "Cell" });
      await panel.getByRole("heading", { name: "single-generator · clocks · run 1" }).waitFor();
      await panel.getByText("unmet Completes clocks").waitFor();
      await expect
        .poll(() => panel.locator("mark").first().textContent())
        .toContain("The answer to clocks stops here.");
      await panel.getByText("Do clocks.").first().waitFor();
      expect(await panel.getByText("working 900 ms · waiting 100 ms · judging 300 ms").count()).toBe(1);
      await panel.getByText("event loop late by 4 ms at most").waitFor();
      expect(await panel.getByText("what was looked up").isVisible()).toBe(false);
      await panel.getByText("look_up").click();
      await panel.getByText("what was looked up").waitFor();
      await heading(page, "Score, 95 % interval over tasks like these").waitFor();
      const address = page.url();
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
      await page.goto("about:blank");
      await page.goto(address);
      await panel.getByText("unmet Completes clocks").waitFor();
    },
    patience,
  );

  test(
    "the keyboard goes from cell to cell, to the next that failed, and opens them",
    async () => {
      const page = await open(`/run/${ids.latest}`);
      const first = page.getByRole("button", { name: "supervisor on ferry, run 1: passed, 1.00" });
      await page.getByText("supervisor beats the baseline").first().waitFor();
      await first.focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await expect
        .poll(() => page.evaluate<string>("document.activeElement.getAttribute('aria-label')"))
        .toContain("debate on ferry, run 2");
      await page.keyboard.press("Enter");
      const panel = page.getByRole("complementary", { name: "Cell" });
      await panel.getByRole("heading", { name: "debate · ferry · run 2" }).waitFor();
      await page.keyboard.press("j");
      await panel.getByRole("heading", { name: "debate · clocks · run 1" }).waitFor();
      await page.keyboard.press("k");
      await panel.getByRole("heading", { name: "debate · ferry · run 2" }).waitFor();
      await page.keyboard.press("f");
      await panel.getByRole("heading", { name: "debate · knights · run 2" }).waitFor();
      await panel.locator(".evidence .meta").first().getByText("failed").waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
    patience,
  );

  test(
    "the focus stays on its square when the verdicts put the rows into another order",
    async () => {
      const page = await open("/");
      const asked = Promise.withResolvers<void>();
      await page.route("**/api/runs/*/view", async (route) => {
        await asked.promise;
        await route.continue();
      });
      await page.goto(page.url().replace(/#.*/, `#/run/${ids.latest}`));
      const rows = () => page.locator(".grow").allTextContents();
      const square = page.getByRole("button", { name: "single-generator on ferry, run 1" });
      await square.focus();
      expect(await rows()).toEqual(["single-generator", "supervisor", "debate"]);
      asked.resolve();
      await expect.poll(rows).toEqual(["supervisor", "debate", "single-generator"]);
      expect(await square.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    },
    patience,
  );

  test(
    "a slash goes to the search field, from a result to that of its cells",
    async () => {
      const page = await open(`/run/${ids.latest}`);
      await page.getByText("supervisor beats the baseline").first().waitFor();
      await page.keyboard.press("/");
      await heading(page, "48 cells in a list").waitFor();
      await page.keyboard.type("ferr");
      await heading(page, "6 cells in a list").waitFor();
      expect(await page.getByLabel("Search tasks").inputValue()).toBe("ferr");
      await page.goto(page.url().replace(/#.*/, "#/"));
      await page.getByLabel("Search runs").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("chores");
      await expect.poll(() => page.locator(".run-row").count()).toBe(1);
    },
    patience,
  );

  test(
    "the last run is the one that was the last: what is open stays that of its run",
    async () => {
      const page = await open("/run/last?subject=x&task=add-tests&rep=1");
      const panel = page.getByRole("complementary", { name: "Cell" });
      await panel.getByText("file:test/a.test.ts exists").waitFor();
      await expect.poll(() => page.url()).toContain(`#/run/${ids.suite}?`);
      expect(page.url()).toContain("task=add-tests");
    },
    patience,
  );

  test(
    "a subject beside itself is said to be no comparison",
    async () => {
      const page = await open(`/compare?a=${ids.suite}&b=${ids.suite}`);
      await page
        .getByRole("note")
        .getByText(/Both sides are x in run \w+: there is no difference/)
        .waitFor();
    },
    patience,
  );

  test(
    "a suite shows its cases, expectations, patch and transcript",
    async () => {
      const page = await open(`/run/${ids.suite}`);
      await page.getByText("passes 1 of 2 cases every time").first().waitFor();
      await page.getByText("pass^2").waitFor();
      await page.getByRole("link", { name: "add-tests" }).click();
      const panel = page.getByRole("complementary", { name: "Cell" });
      await panel.getByText("file:test/a.test.ts exists").waitFor();
      await panel.locator(".p-add", { hasText: "+new line" }).waitFor();
      await panel.locator(".p-del", { hasText: "-old line" }).waitFor();
      await panel.getByText("set-up 100 ms · working 700 ms").waitFor();
      await panel.locator("summary", { hasText: "npm test" }).click();
      await panel.getByText("1 test ran").waitFor();
    },
    patience,
  );

  test(
    "two runs are compared: what differs on top, what flipped, and a task side by side",
    async () => {
      const page = await open("/");
      const boxes = page.getByRole("checkbox");
      await expect.poll(() => boxes.count()).toBe(3);
      await boxes.nth(1).check();
      await boxes.nth(2).check();
      await page.getByRole("link", { name: "Compare 2 of 2" }).click();
      await page.waitForURL(
        (url) => url.hash.includes(`a=${ids.old}`) && url.hash.includes(`b=${ids.latest}`),
      );
      await page.getByRole("note").getByText("not alike: they differ in model").waitFor();
      await page.getByText("1 difference beside what is compared").click();
      await page.getByRole("cell", { name: "acme/zero" }).waitFor();
      const better = page.getByRole("region", { name: /Passes in B, not in A/ });
      await better.getByRole("button", { name: /ferry/ }).click();
      await page
        .getByRole("region", { name: /^A: single-generator · ferry/ })
        .getByText("unmet Completes ferry")
        .waitFor();
      await page
        .getByRole("region", { name: /^B: single-generator · ferry/ })
        .getByText("met Completes ferry")
        .waitFor();
      expect(page.url()).toContain("task=ferry");
    },
    patience,
  );

  test(
    "a comparison with the last run stays with the runs that it was opened with",
    async () => {
      const page = await open("/compare?a=last~2&b=last~1");
      await page.waitForURL(
        (url) => url.hash.includes(`a=${ids.old}`) && url.hash.includes(`b=${ids.latest}`),
      );
    },
    patience,
  );

  test(
    "two subjects of one run are compared from a cell",
    async () => {
      const page = await open(`/run/${ids.latest}?subject=supervisor&task=clocks&rep=0`);
      await page.getByRole("link", { name: "Side by side with single-generator" }).click();
      await page.getByText(/The mean score goes from 0\.6\d+ to 1\.00/).waitFor();
      await page
        .getByRole("region", { name: /^A: single-generator · clocks/ })
        .getByText("unmet Completes clocks")
        .waitFor();
      await page
        .getByRole("region", { name: /^B: supervisor · clocks/ })
        .getByText("met Completes clocks")
        .waitFor();
    },
    patience,
  );

  test(
    "outputs are labelled blindly; the labels are kept and feed agreement and corrected scores",
    async () => {
      const page = await open(`/run/${ids.latest}/judge`);
      await page.getByText("Nobody has checked this judge by hand.").waitFor();
      const card = page.getByRole("region", { name: /Label outputs by hand/ });
      for (let done = 0; done < 6; done++) {
        await page.getByRole("region", { name: `Label outputs by hand: ${done} done` }).waitFor();
        const blind = await card.textContent();
        for (const subject of ["single-generator", "supervisor", "debate", "It was"])
          expect(blind).not.toContain(subject);
        await label[done % label.length]!(page, card);
        await card.getByText("the judge says").first().waitFor();
        await card.getByText(/^It was (single-generator|supervisor|debate) on/).waitFor();
        if (done % 2 === 0) await card.getByRole("button", { name: "Next output" }).click();
        else await page.keyboard.press("Enter");
      }
      await page.getByText(/Judge and labels agree on \d+\s% of the criteria\. From 12 labels/).waitFor();
      // Two of each subject: every subject has a corrected score now.
      await expect
        .poll(() => page.getByRole("region", { name: "Corrected scores" }).getByText("2 of 16").count())
        .toBe(3);
      const corrected = page.getByRole("region", { name: "Corrected scores" });
      expect(await corrected.getByText(/needs \d+ more/).count()).toBe(0);
      // Every output was said to miss a criterion: of those that miss none nothing is known.
      expect(await corrected.getByText("needs good and bad ones").count()).toBe(3);
      const lines = (await readFile(`${view.path}/.x/labels.jsonl`, "utf8")).trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).labels)).toEqual(lines.map(() => [true, false]));
      expect(lines).toHaveLength(6);
    },
    patience,
  );

  test(
    "every chart can be had as SVG and as PNG",
    async () => {
      const page = await open(`/run/${ids.latest}`);
      await page.getByText("supervisor beats the baseline").first().waitFor();
      const names = ["sample score", "sample cost", "sample categories", "sample cells"];
      for (const name of names) {
        const svg = await saved(page, `${name} as SVG`);
        expect(svg.toString("utf8")).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*supervisor[\s\S]*<\/svg>$/,
        );
        const png = await saved(page, `${name} as PNG`);
        expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
        expect(png.length).toBeGreaterThan(1000);
      }
    },
    patience,
  );

  test.each([
    "/",
    "/run/latest",
    "/run/suite",
    "/run/latest/cells",
    "/run/latest/judge",
    "/compare?a=old&b=latest",
  ])(
    "nothing sticks out at 400 pixels: %s",
    async (place) => {
      const page = await open(named(place, ids), { viewport: { width: 400, height: 800 } });
      await page.locator(".card").first().waitFor();
      await expect.poll(() => page.getByRole("status").count()).toBe(0);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    },
    patience,
  );

  test(
    "a run that is not there is said to be so, and an empty place says what to run",
    async () => {
      browser.expectProblems(/404/);
      const page = await open("/run/nosuchrun");
      await page.getByRole("alert").getByText('There is no run "nosuchrun"').waitFor();
      await page.goto(page.url().replace(/#.*/, "#/compare"));
      await page.getByText("x diff last~1 last").waitFor();
    },
    patience,
  );
});

/** The ways to say that the first criterion is met and the second is not: by mouse, by keys, and by both. */
const label: ((page: Page, card: Locator) => Promise<void>)[] = [
  async (_, card) => {
    await card.getByRole("button", { name: "met", exact: true }).first().click();
    await card.getByRole("button", { name: "not met", exact: true }).nth(1).click();
    await card.getByRole("button", { name: "Keep these labels" }).click();
  },
  async (page) => {
    for (const key of ["y", "n", "Enter"]) await page.keyboard.press(key);
  },
  async (page, card) => {
    await card.getByRole("button", { name: "met", exact: true }).first().click();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
  },
];

/** What a button saves. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFile(await download.path());
}

/** A place with the ids of the sample in it. */
function named(place: string, ids: Record<string, string>): string {
  return place.replaceAll(/\b(old|latest|suite)\b/g, (name) => ids[name]!);
}
