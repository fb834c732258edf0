import { openStoreAt } from "@flow-state-dev/records";
import { type BenchmarkForecast, planBenchmark, type RunBenchmarkConfig } from "@flow-state-dev/testing";
import { lazyStore } from "../runs/lazy-store.ts";

/** What a benchmark would take. Looks at what earlier runs cost, where there are any; makes nothing. */
export async function forecast(
  config: RunBenchmarkConfig,
  folder: string,
  address: string | undefined,
): Promise<BenchmarkForecast> {
  await using store = lazyStore(folder, address === undefined ? undefined : await openStoreAt(address));
  if (store.exists) return await planBenchmark({ ...config, store: store.open() });
  const { store: _store, ...rest } = config;
  return planBenchmark(rest);
}
