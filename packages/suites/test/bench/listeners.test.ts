import { expect, test } from "vitest";
import type { BenchConfig } from "../../src/bench/bench-config.ts";
import { openBench } from "./support.ts";

const fails = () => {
  throw new Error("nobody there");
};

test.each<[string, Partial<BenchConfig>]>([
  ["what agents do", { onCaseEvent: fails }],
  ["what is done with their work", { onCaseStage: fails }],
  ["how far the files are ready", { onPreparing: fails }],
  ["what a reader must know", { onNotice: fails }],
  ["anything, later", { onCaseEvent: (async () => fails()) as () => void }],
])("a listener that fails at %s takes nothing from the results", async (_, listeners) => {
  await using bench = await openBench();
  const line = `command:echo '{"cost":0.25}' > "$X_USAGE"; echo hi; touch done.txt`;
  const { runs } = await bench.run({ env: ["NOT_SET_ANYWHERE"] }, line, listeners);
  expect(runs).toMatchObject([{ outcome: "passed", cost: 0.25, attempts: 1 }]);
});
