// For tests beside mutants: the sources alone, without the installation that tests of `x` start.
import { defineConfig } from "vitest/config";

const conditions = ["@flow-state-dev/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    unstubEnvs: true,
  },
});
