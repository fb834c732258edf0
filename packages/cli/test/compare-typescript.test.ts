// A benchmark in a TypeScript project imports its files as TypeScript does, not as Node does.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const definition = `
export default {
  ...{ name: "mine", subjects: [subject], baseline: false, tasks, model, judgeModel: "sim/judge", runs: 1 },
};
`;

const files: Record<string, string> = {
  "tasks.ts":
    'export const tasks = [{ id: "t", category: "all", prompt: "What is 6 × 7?", rubric: ["Is 42"] }];',
  "subject/index.ts": `
import { handler } from "@flow-state-dev/core";
import { answer } from "../answer.mjs";
export const subject = {
  ...{ name: "mine", kind: "pattern", mapTask: ({ prompt }: { prompt: string }) => prompt },
  sequencer: handler({ name: "mine", execute: async () => answer }),
};`,
  "answer.mts": 'export const answer: string = "42";',
  "model.ts": 'export const model = "sim/strong" as const;',
};

test.each([
  ["as modules of Node", ["./tasks.js", "./subject/index.js", "./model.js"], { type: "module" }],
  ["as a bundler finds them", ["./tasks", "./subject", "./model"], { type: "module" }],
  ["in a project with no word about modules", ["./tasks", "./subject", "./model"], {}],
  ["in a CommonJS project", ["./tasks", "./subject", "./model.js"], { type: "commonjs" }],
])("files are imported %s", async (_, [tasks, subject, model], manifest) => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "subject"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  writeFileSync(join(folder.path, "package.json"), JSON.stringify(manifest));
  const imports = `import { tasks } from "${tasks}";\nimport { subject } from "${subject}";\nimport { model } from "${model}";`;
  writeFileSync(join(folder.path, "bench.ts"), imports + definition);
  const { code, stdout, stderr } = await runX(["compare", "bench.ts"], { cwd: folder.path });
  expect(stderr).not.toContain("cannot be loaded");
  expect(stdout).toContain("mine · 1 subject × 1 task × 1 run");
  expect(code).toBe(0);
});

test("what is not there is told as it was imported", async () => {
  await using folder = await tempFolder();
  writeFileSync(
    join(folder.path, "bench.ts"),
    'import { tasks } from "./tasks.js";\nexport default { tasks };',
  );
  const { code, stderr } = await runX(["compare", "bench.ts"], { cwd: folder.path });
  expect(stderr).toMatch(/^bench.ts cannot be loaded: Cannot find module '.*tasks\.js' \(bench\.ts:1\)$/m);
  expect(code).toBe(4);
});

test("TypeScript that is CommonJS but for its types stays so", async () => {
  await using folder = await tempFolder();
  const text = `import type { BenchmarkTask } from "@flow-state-dev/core";
const { handler } = require("@flow-state-dev/core");
const tasks: BenchmarkTask[] = [{ id: "t", category: "reasoning", prompt: "What is 6 × 7?", rubric: ["Is 42"] }];
const sequencer = handler({ name: "mine", execute: async () => "42" });
const subject = { name: "mine", kind: "pattern", mapTask: ({ prompt }: { prompt: string }) => prompt, sequencer };
module.exports = { name: "mine", subjects: [subject], baseline: false, tasks, model: "sim/strong", judgeModel: "sim/judge", runs: 1 };
`;
  writeFileSync(join(folder.path, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(join(folder.path, "bench.ts"), text);
  const { stdout, stderr } = await runX(["compare", "bench.ts"], { cwd: folder.path });
  expect(stderr).not.toContain("cannot be loaded");
  expect(stdout).toContain("mine · 1 subject × 1 task × 1 run");
});
