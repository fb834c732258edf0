import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

describe.skipIf(noBrowser)("a list of many runs", () => {
  const browser = useBrowser();
  const view = useView(async (store) => {
    for (let at = 0; at < 90; at++) {
      // The latest are of seven benchmarks, each twice.
      const name = at < 76 ? `run-${at}` : `again-${at % 7}`;
      const manifest = compareManifest({ name, subjects: ["one"], tasks: { ferry: "h" }, runs: 1 });
      const run = await store.createRun(manifest, 1);
      const outcome = { kind: "passed" as const, score: 0.625 };
      await endCell(store, run, { subject: "one", task: "ferry", run: 0 }, { outcome });
      await store.updateRun(run.id, { state: "finished" });
    }
  });

  test(
    "has the score of the oldest as well, as soon as one comes to it",
    async () => {
      const page = await browser.open(view.at("/runs"));
      const score = (name: string) =>
        page.locator(".run-row").filter({ hasText: name }).locator(".score").first();
      await expect.poll(() => score("run-75").textContent()).toBe("0.625 ");
      await page.getByText("1 more line from run to run: search for a name to see its own.").waitFor();
      await page.evaluate(`document.querySelector('[aria-label="Runs"]').scrollTop = 1e6`);
      await expect.poll(() => score("run-0").textContent(), { timeout: 30_000 }).toBe("0.625 ");
    },
    patience,
  );

  test(
    "is whole on paper",
    async () => {
      const page = await browser.open(view.at("/runs"));
      const rows = page.locator(".virtual .run-row");
      await expect.poll(() => rows.count()).toBeGreaterThan(10);
      expect(await rows.count()).toBeLessThan(90);
      const look = "printed = document.querySelectorAll('.virtual .run-row').length";
      await page.evaluate(`addEventListener("beforeprint", () => { ${look} })`);
      await page.pdf();
      expect(await page.evaluate("printed")).toBe(90);
      await expect.poll(() => rows.count()).toBeLessThan(90);
    },
    patience,
  );
});
