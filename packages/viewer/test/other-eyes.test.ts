import type { JsonObject } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell, judgedCell, sampleComparison } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

const subjects = Array.from({ length: 40 }, (_, at) => `subject-${at + 1}`);

describe.skipIf(noBrowser)("the page on paper, in colours of the system, and with more than fits", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    ids.whole = (await sampleComparison(store)).id;
    const { circumstances } = compareManifest();
    const benchmark = { ...(circumstances.benchmark as JsonObject), primaryBaseline: "debate" };
    ids.middle = (await sampleComparison(store, { circumstances: { ...circumstances, benchmark } })).id;
    const forty = await store.createRun(
      compareManifest({ name: "forty", subjects, tasks: { ferry: "h" }, runs: 1, circumstances: {} }),
      40,
    );
    for (const subject of subjects)
      await endCell(store, forty, { subject, task: "ferry", run: 0 }, judgedCell(true, "ferry"));
    await store.updateRun(forty.id, { state: "finished" });
    ids.forty = forty.id;
    const tasks = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`case-${at + 1}`, "h"]));
    const suite = await store.createRun(
      {
        ...compareManifest({ name: "suite", subjects: ["one", "two"], tasks, runs: 1, circumstances: {} }),
        kind: "bench",
      },
      40,
    );
    for (const task of Object.keys(tasks))
      for (const subject of ["one", "two"])
        await endCell(store, suite, { subject, task, run: 0 }, judgedCell(true, "ferry"));
    await store.updateRun(suite.id, { state: "finished" });
    ids.suite = suite.id;
  });

  test(
    "where the system chooses the colours, squares still show how a cell ended",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.whole}`), { forcedColors: "active" });
      const look = (outcome: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector(".sq.o-${outcome}")).background`);
      await page.locator(".sq.o-failed").first().waitFor();
      const [passed, failed] = [await look("passed"), await look("failed")];
      expect(passed).not.toBe(failed);
      expect(failed).toContain("linear-gradient");
    },
    patience,
  );

  test(
    "without colours the heat map still tells what is above the baseline from what is below",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.middle}`));
      await page.locator(".heat td[title]").first().waitFor();
      const sides = await page.evaluate<string[]>(
        `[...document.querySelectorAll(".heat td[title*=against]")].map((cell) =>
          (cell.title.includes("+") ? "above" : "below") + getComputedStyle(cell).boxShadow.match(/ 0px -?2px /))`,
      );
      expect(new Set(sides)).toEqual(new Set(["above 0px 2px ", "below 0px -2px "]));
    },
    patience,
  );

  test(
    "what lies below the edge of a box is hinted at until it is in sight",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.forty}`));
      const box = page.locator("section.tall").first();
      await box.waitFor();
      await expect.poll(() => box.getAttribute("data-below")).toBe("");
      await page.evaluate('document.querySelector("section.tall").scrollTo(0, 9999)');
      await expect.poll(() => box.getAttribute("data-below")).toBe(null);
    },
    patience,
  );

  test(
    "many cases of several agents stand together case by case, in a box that leaves the cells in reach",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.suite}`));
      const table = page.getByRole("region", { name: "Table of cases" });
      const rows = table.locator("tbody tr");
      await rows.first().waitFor();
      const said = (await rows.allInnerTexts())
        .slice(0, 3)
        .map((text) => text.split(/\s+/).slice(0, 2).join(" "));
      expect(said).toEqual(["case-1 one", "case-1 two", "case-2 one"]);
      expect(await rows.count()).toBe(40);
      expect((await table.boundingBox())!.height).toBeLessThan(800);
    },
    patience,
  );

  test(
    "a comparison of which one run is missing asks for it, and for nothing that cannot be chosen yet",
    async () => {
      const page = await browser.open(view.at(`/compare?a=${ids.whole}`));
      await page.getByText("Choose two runs above").waitFor();
      await page.getByRole("combobox").nth(1).waitFor();
      expect(await page.getByRole("combobox").count()).toBe(2);
    },
    patience,
  );

  test(
    "on paper no drawing is higher than a page",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.forty}`));
      await page.locator(".chart svg").first().waitFor();
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 720, height: 1000 });
      const highest = () =>
        page.evaluate<number>(
          "Math.max(...[...document.querySelectorAll('.chart svg')].map((each) => each.getBoundingClientRect().height))",
        );
      await expect.poll(highest).toBeLessThan(900);
    },
    patience,
  );
});
