import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@flow-state-dev/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/test/**/*.test.ts", "scripts/**/*.test.ts"],
    // Many start real processes, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // By default one core is left idle.
    maxWorkers: availableParallelism(),
  },
});
