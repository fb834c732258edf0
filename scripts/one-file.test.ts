import { execFileSync } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { root } from "./root.ts";

const program = `
import { createPriceTable, handler } from "@flow-state-dev/core";
import { runBenchmark } from "@flow-state-dev/testing";
const { price, snapshot } = createPriceTable();
const report = await runBenchmark({
  subjects: [
    { name: "a", kind: "pattern", sequencer: handler({ name: "a", execute: () => "42" }), mapTask: () => "" },
  ],
  tasks: [{ id: "t", category: "all", prompt: "What is 6 × 7?", rubric: ["Is 42"] }],
  ...{ model: "sim/strong", judgeModel: "sim/judge", runs: 1, maxCostUsd: 1 },
});
const { version } = snapshot([]);
console.log(price("anthropic/claude-haiku-4-5").input, version, report.coverage.scored);
`;

test("a program that was bundled into one file has the price list in it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "one-file-"));
  // Within the project, so that its packages are found.
  const input = join(root, "packages/testing/program-of-one-file.mjs");
  const file = join(folder.path, "program.mjs");
  const build = await rolldown({
    input,
    platform: "node",
    plugins: [
      {
        name: "program",
        load: (id) => (id === input ? program : null),
        resolveId: (id) => (id === input ? id : null),
      },
    ],
    resolve: { conditionNames: ["@flow-state-dev/source", "node", "import", "default"] },
  });
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
  const said = execFileSync(process.execPath, [file], { cwd: folder.path, encoding: "utf8" });
  expect(said.trim()).toBe("1 unknown 1");
});
