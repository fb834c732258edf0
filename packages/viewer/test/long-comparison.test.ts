import { describe, expect, test } from "vitest";
import type { ComparisonView } from "../src/contract/index.ts";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

describe.skipIf(noBrowser)("a comparison of many tasks", () => {
  const browser = useBrowser();
  const view = useView(async (store) => {
    const shared = Array.from({ length: 210 }, (_, at) => `task-${at}`);
    const runs = [
      { passes: false, tasks: [...shared, "gone"], hash: "old" },
      { passes: true, tasks: [...shared, "new", "newer"], hash: "other" },
    ];
    for (const { passes, tasks, hash } of runs) {
      const hashes = tasks.map((id, at) => [id, at < 3 ? hash : "same"]);
      const manifest = compareManifest({
        ...{ name: "many", subjects: ["one"], runs: 1, circumstances: {} },
        tasks: Object.fromEntries(hashes),
      });
      const run = await store.createRun(manifest, tasks.length);
      const score = passes ? 1 : 0;
      for (const task of tasks) {
        const outcome = { kind: passes ? ("passed" as const) : ("failed" as const), score };
        await endCell(store, run, { subject: "one", task, run: 0 }, { outcome });
      }
      await store.updateRun(run.id, { state: "finished" });
    }
  });

  test(
    "says which tasks are left out and why, and how many are not in a list",
    async () => {
      const page = await browser.open(view.at("/compare?a=last~1&b=last"));
      await page.getByText("3 with changed content, 1 only in A, 2 only in B, left out").waitFor();
      await page.getByRole("heading", { name: "Passes in B, not in A: one (207)" }).waitFor();
      expect(await page.locator(".flips li").count()).toBe(200);
      await page.getByText("and 7 more").waitFor();
    },
    patience,
  );

  test(
    "draws the whole interval, also where it reaches beyond every single difference",
    async () => {
      const page = await browser.open(view.at("/"));
      await page.route("**/api/compare?*", async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as ComparisonView;
        const perTask = json.perTask.slice(0, 3).map((each) => ({ ...each, a: 0.5, b: 0.3 }));
        await route.fulfill({ response, json: { ...json, perTask, delta: -0.2, interval: [-0.7, 0.3] } });
      });
      await page.goto(page.url().replace(/#.*/, "#/compare?a=last~1&b=last"));
      const band = (await page.locator("rect.band").boundingBox())!;
      const sheet = (await page.locator("svg:has(rect.band)").boundingBox())!;
      expect(band.y).toBeGreaterThanOrEqual(sheet.y);
      expect(band.y + band.height).toBeLessThanOrEqual(sheet.y + sheet.height);
    },
    patience,
  );
});
