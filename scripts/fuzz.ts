// `npm run fuzz -- [--inputs n] [--seed n] [--target name] [--path p]`: random inputs for everything that reads what
// strangers wrote. The last line is JSON with the figures; it fails when something did not hold.
import { parseArgs } from "node:util";
import { allTargets, inputsOf } from "../fuzz/all-targets.ts";
import type { FuzzResult } from "../fuzz/run-target.ts";
import { Watched } from "../fuzz/watched.ts";
import { argumentsOr } from "./arguments-or.ts";

const options = {
  inputs: { type: "string" },
  seed: { type: "string" },
  target: { type: "string" },
  path: { type: "string" },
} as const;
const usage = "npm run fuzz -- [--inputs n] [--seed n] [--target <name or its beginning>] [--path p]";
const { values } = argumentsOr(usage, () => parseArgs({ options }));
const total = Number(values.inputs ?? 100_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const targets = allTargets.filter(
  ({ name }) => values.target === undefined || name.startsWith(values.target),
);

if (!(total >= 1) || !Number.isInteger(seed) || targets.length === 0) {
  const names = allTargets.map(({ name }) => name).join(", ");
  console.error(`${usage}\nTargets: ${names}`);
  process.exitCode = 2;
} else {
  console.log(`seed ${seed}\n`);
  const counts = inputsOf(targets, total);
  const results: FuzzResult[] = [];
  const watched = new Watched();
  for (const [at, target] of targets.entries()) {
    const job = { target: target.name, inputs: counts[at]!, seed };
    const result = await watched.run({ ...job, ...(values.path !== undefined && { path: values.path }) });
    results.push(result);
    tell(result);
  }
  await watched.close();
  const failed = results.filter(({ failure }) => failure !== null).length;
  const inputs = results.reduce((sum, each) => sum + each.inputs, 0);
  const ms = results.reduce((sum, each) => sum + each.ms, 0);
  console.log(`\n${inputs} inputs, ${results.length} targets, ${failed} failed, ${(ms / 1000).toFixed(1)} s`);
  console.log(JSON.stringify({ seed, inputs, ms, failed, targets: results }));
  process.exitCode = failed > 0 ? 1 : 0;
}

function tell({ target, inputs, ms, slowestMs, failure, seed }: FuzzResult): void {
  const figures = `${String(inputs).padStart(8)} inputs ${(ms / 1000).toFixed(1).padStart(7)} s`;
  console.log(`${failure ? "✗" : "✓"} ${target.padEnd(24)}${figures}   slowest ${slowestMs} ms`);
  if (failure === null) return;
  console.log(`  ${failure.problem.replaceAll("\n", "\n  ")}\n  input: ${failure.counterexample}`);
  console.log(`  again: npm run fuzz -- --target ${target} --seed ${seed} --path ${failure.path}`);
}
