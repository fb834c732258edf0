import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@flow-state-dev/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Many start real processes, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than cores: many tests wait for processes more than they work.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "fuzz/**/*.test.ts"],
          // They share their modules: half of the time of a small test is loading what it tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "product", include: ["packages/*/test/**/*.test.ts", "chaos/**/*.test.ts"] },
      },
    ],
  },
});
