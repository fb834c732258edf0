import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

test("a test that holds timers and clocks still for its own code can run a benchmark, kept in a file too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-held-time-"));
  vi.useFakeTimers();
  try {
    const { results } = await runBenchmark({
      ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf(...Array.from({ length: 100 }, String)) },
      ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", concurrency: 10 },
      modelResolver: answering("something"),
      judgeResolver: answering(verdicts(() => true)),
      store: join(folder, "x.db"),
    });
    expect(results).toHaveLength(300);
  } finally {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  }
});
