import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell, judgedCell, sampleFolder } from "./support/sample-store.ts";
import { xView } from "./support/x-view.ts";

describe.skipIf(noBrowser)("while a run goes on", () => {
  const browser = useBrowser();

  test(
    "cells, numbers and the list follow without a reload, and the end is seen",
    async () => {
      await using folder = await sampleFolder();
      const { store } = folder;
      const run = await store.createRun(compareManifest(), 48);
      const cells = Object.keys(run.manifest.tasks).flatMap((task) =>
        run.manifest.subjects.flatMap((subject) =>
          [0, 1].map((repetition) => ({ subject, task, run: repetition })),
        ),
      );
      const finish = async (from: number, to: number) => {
        for (const cell of cells.slice(from, to))
          await endCell(store, run, cell, judgedCell(cell.subject !== "debate", cell.task));
      };
      await finish(0, 6);
      await using view = await xView(folder.path, "last");
      const page = await browser.open(view.link);
      await page.getByRole("status").getByText("running, 6 of 48").waitFor();
      await expect.poll(() => page.locator(".sq.o-passed").count()).toBe(4);
      await page.evaluate(() => Object.assign(globalThis, { same: true }));

      await finish(6, 24);
      await page.getByRole("status").getByText("running, 24 of 48").waitFor();
      await expect.poll(() => page.locator(".sq.o-passed").count(), { timeout: 30_000 }).toBe(16);
      await expect.poll(() => page.locator(".sq.o-failed").count(), { timeout: 30_000 }).toBe(8);

      await store.claim(run.id, "sample", { ...cells[24]!, taskHash: run.manifest.tasks[cells[24]!.task]! });
      await expect.poll(() => page.locator(".sq.o-running").count(), { timeout: 30_000 }).toBe(1);

      await finish(25, 48);
      await store.endAttempt(run.id, cells[24]!, 1, {
        ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, artifacts: [] },
        ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
      });
      await store.updateRun(run.id, { state: "finished" });
      await page.getByText("Coverage 48 of 48.").waitFor();
      await expect.poll(() => page.getByText(/^running, /).count(), { timeout: 30_000 }).toBe(0);
      expect(await page.evaluate(() => (globalThis as { same?: boolean }).same)).toBe(true);
      // Before its server goes, which a page rightly takes for an error.
      await page.close();
    },
    patience,
  );
});
