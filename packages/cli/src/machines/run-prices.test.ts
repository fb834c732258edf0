import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { pricesOfRun, pricesToSend } from "./run-prices.ts";
import type { RunSpec } from "./run-spec.ts";

const model = "anthropic/claude-opus-4-6";
const spec = { format: 1 } as RunSpec;

test("a run is booked with the prices of its planner, whatever the worker has", async () => {
  await using folder = await tempFolder();
  const file = (name: string, input: number) => {
    const path = join(folder.path, name);
    writeFileSync(path, JSON.stringify({ models: { [model]: { input, output: 2 } } }));
    return { X_PRICES: path };
  };
  const [planner, worker] = [file("planner.json", 1_000), file("worker.json", 7)];
  const sent = JSON.parse(JSON.stringify(pricesToSend(planner))) as RunSpec["prices"];
  expect(pricesOfRun({ ...spec, prices: sent! }, worker)?.price(model)?.input).toBe(1_000);
  expect(pricesToSend({})).toBeNull();
  expect(pricesOfRun({ ...spec, prices: null }, worker)).toBeUndefined();
  expect(pricesOfRun(spec, worker)?.price(model)?.input).toBe(7);
  expect(pricesOfRun(spec, {})).toBeUndefined();
});
