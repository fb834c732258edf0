// Where evalite keeps its results: PERF_STORE says in memory or in a file.
import { concurrency } from "./workload.mjs";

export default {
  maxConcurrency: concurrency,
  testTimeout: 600_000,
  forceRerunTriggers: [],
  ...(process.env.PERF_STORE === "sqlite" && {
    storage: async () => (await import("evalite/sqlite-storage")).createSqliteStorage("./evalite.db"),
  }),
};
