import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { spreadFolders } from "./scripts/spread-folders.ts";

const conditions = ["@flow-state-dev/source"];

// For the processes of tests and those that they start: each would else compile what it loads.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

process.env.TMPDIR = spreadFolders();

// That a script of npm has started them is no business of tests: hints would begin with another word.
delete process.env.npm_lifecycle_event;

/** Files that take more than half a minute. By themselves many would come late, since they are short to read. */
const slow = [
  "real-agents.test.ts",
  "queue/machines.test.ts",
  "docs-commands.test.ts",
  "cli/test/gate.test.ts",
  "launch.test.ts",
  "machines-stopped.test.ts",
  "adversarial.test.ts",
  "random-edits.test.ts",
  "ci.test.ts",
  "init.test.ts",
];

/** The slow ones first, so that no worker is left alone with one of them at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Many start real processes, on machines that may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Files of tests share their processes and modules: to start and load them anew takes as long as many of the tests.
    isolate: false,
    unstubEnvs: true,
    // Five more than cores: many tests wait for processes more than they work.
    maxWorkers: availableParallelism() + 5,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "fuzz/**/*.test.ts"],
          exclude: ["scripts/launch.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "product",
          globalSetup: ["scripts/provide-x.ts"],
          include: ["packages/*/test/**/*.test.ts", "chaos/**/*.test.ts", "scripts/launch.test.ts"],
        },
      },
    ],
  },
});
