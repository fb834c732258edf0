import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** What TypeScript makes of a benchmark with `"module": "commonjs"`; `exported` is the left side of its export. */
const compiled = (exported: string) => `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const core_1 = require("@flow-state-dev/core");
const testing_1 = require("@flow-state-dev/testing");
const mine = {
    name: "mine",
    kind: "pattern",
    sequencer: (0, core_1.handler)({ name: "mine", execute: async () => "42" }),
    mapTask: ({ prompt }) => prompt,
};
${exported} = (0, testing_1.defineBenchmark)({
    name: "compiled",
    subjects: [mine],
    baseline: false,
    tasks: [{ id: "t", category: "all", prompt: "What is 6 × 7?", rubric: ["Is 42"] }],
    model: "sim/strong",
    judgeModel: "sim/judge",
    runs: 1,
});
`;

test.each([
  ["bench.cjs", "exports.default"],
  ["bench.js", "exports.default"],
  ["bench.cjs", "exports.benchmark"],
  // What some bundlers write: no name can be seen from outside.
  ["bench.cjs", 'exports["bench" + "mark"]'],
])("%s with %s is a benchmark", async (file, exported) => {
  await using folder = await tempFolder();
  writeFileSync(join(folder.path, file), compiled(exported));
  const { code, stdout, stderr } = await runX(["compare", file], { cwd: folder.path });
  expect(stderr).not.toContain("exports no benchmark");
  expect(stdout).toContain("compiled · 1 subject × 1 task × 1 run");
  expect(code).toBe(0);
});

test("what is missing in one is said as of any other", async () => {
  await using folder = await tempFolder();
  const text = `Object.defineProperty(exports, "__esModule", { value: true });\nexports.default = { name: "x" };`;
  writeFileSync(join(folder.path, "bench.cjs"), text);
  const { code, stderr } = await runX(["compare", "bench.cjs"], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toContain("The benchmark that bench.cjs exports has no tasks");
});
