// A call of a cell that came through at once, which broke off before anything of its answer came.
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { renderScorecard, reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const judges = ["anthropic/claude-haiku-4-5", "openai/gpt-5.4-nano", "google/gemini-2.5-flash"];

test("is in the cost of the report as it is in its warning, fresh and read again", async () => {
  const store = createSqliteStore(":memory:");
  const answer = verdicts(() => true) as (asked: unknown) => string;
  const judgeResolver = answering((asked) =>
    asked.modelId.startsWith("google")
      ? new Promise<string>((_, reject) =>
          asked.signal!.addEventListener("abort", () => reject(asked.signal!.reason as Error)),
        )
      : answer(asked),
  );
  const report = await runBenchmark({
    ...{ tasks: tasksOf("a"), runs: 1, model: "openai/gpt-5.4-mini", store },
    ...{ subjects: [subject("solo", "baseline")], modelResolver: answering("something"), judgeResolver },
    judge: { panel: judges, timeoutMs: 100, retries: 0 },
  });
  const kept = await reportOfRun(store, (await store.findRun("last"))!);
  for (const told of [report, kept]) {
    expect(told.results).toMatchObject([{ outcome: "passed", attempts: 1 }]);
    const [, calls] = /(\d+) calls? broke off before/.exec(told.warnings.join("\n")) ?? [];
    expect(Number(calls)).toBeGreaterThan(0);
    expect(renderScorecard(told, "table")).toMatch(
      new RegExp(`^at least \\$.*, and ${calls} calls? of unknown cost`, "m"),
    );
  }
  await store.close();
});
