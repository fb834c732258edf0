import { judgeCheckKind, type Run, type RunStore } from "@flow-state-dev/records/store";
import type { RunHead, RunView } from "@flow-state-dev/viewer/contract";

/** The first screen of a run: patterns compared, or else agents on a suite. What that takes loads only now. */
export async function viewOfRun(store: RunStore, run: Run, head: RunHead): Promise<RunView> {
  if (run.manifest.kind === "compare" || run.manifest.kind === judgeCheckKind) {
    const { viewOfBenchmark } = await import("./view-of-benchmark.ts");
    return viewOfBenchmark(store, run, head);
  }
  const { viewOfSuite } = await import("./view-of-suite.ts");
  return viewOfSuite(store, run, head);
}
