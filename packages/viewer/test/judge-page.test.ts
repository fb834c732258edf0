import type { RunStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import {
  compareManifest,
  endCell,
  judgedCell,
  sampleComparison,
  sampleSuite,
} from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

/** A check of the judge before a benchmark, as its golden set ends. */
async function goldenCheck(store: RunStore, name: string) {
  const check = await store.createRun(
    compareManifest({
      ...{ kind: "judge-check", name },
      subjects: ["judge"],
      tasks: { golden: "h" },
      runs: 1,
    }),
    1,
  );
  const golden = { labels: 6, agreement: 5 / 6, kappa: null, interval: null };
  const cell = { subject: "judge", task: "golden", run: 0 };
  await endCell(store, check, cell, { outcome: { kind: "passed", score: 1 }, evidence: { golden } });
  await store.updateRun(check.id, { state: "finished" });
}

/** A run whose judge could judge nothing: its one cell has no score. */
async function unjudged(store: RunStore): Promise<string> {
  const manifest = compareManifest({ name: "unjudged", subjects: ["single-generator"], runs: 1 });
  const run = await store.createRun({ ...manifest, tasks: { ferry: "h" } }, 1);
  const { evidence, ...rest } = judgedCell(true, "ferry");
  const findings = (evidence!.findings as object[]).map((each) => ({
    ...{ ...each, verdict: "cannot-judge", score: null, votes: [] },
  }));
  const error = { name: "NothingJudgedError", message: "None.", code: "nothing-judged", retryable: false };
  await endCell(
    store,
    run,
    { subject: "single-generator", task: "ferry", run: 0 },
    { ...rest, evidence: { ...evidence, findings }, outcome: { kind: "unscored", error } as never },
  );
  await store.updateRun(run.id, { state: "finished" });
  return run.id;
}

describe.skipIf(noBrowser)("the page of the judge", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    ids.plain = (await sampleComparison(store)).id;
    await goldenCheck(store, "checked");
    ids.checked = (await sampleComparison(store, { name: "checked" })).id;
    ids.suite = (await sampleSuite(store)).id;
    ids.unjudged = await unjudged(store);
  });
  const open = async (run: string) => {
    const page = await browser.open(view.at(`/run/${run}/judge`));
    await page.getByRole("heading", { name: "The judge" }).waitFor();
    return page;
  };

  test(
    "canaries are spoken of where they can be turned on: in benchmarks",
    async () => {
      const benchmark = await open(ids.plain!);
      await benchmark.getByText("turn them on with judge: { canaries: true }").waitFor();
      const suite = await open(ids.suite!);
      expect(await suite.getByText(/canaries/i).count()).toBe(0);
      await suite.getByText("Nobody has checked this judge by hand.").waitFor();
    },
    patience,
  );

  test(
    "a judge that was held against a golden set was checked by hand",
    async () => {
      const page = await open(ids.checked!);
      await page.getByText("agrees with 83 % of 6 labels").waitFor();
      expect(await page.getByText("Nobody has checked this judge by hand.").count()).toBe(0);
    },
    patience,
  );

  test(
    "where nothing could be judged that is said, and nothing is asked for or reckoned",
    async () => {
      const page = await open(ids.unjudged!);
      await page.getByText("Nothing was judged: the judge could not judge any of 2 criteria.").waitFor();
      await page.getByText("none judged, 2 could not be judged").waitFor();
      for (const none of ["0 % met", "could be labelled", "has a label", "Nobody has checked", "PPI++"])
        expect(await page.getByText(none).count(), none).toBe(0);
    },
    patience,
  );
});
