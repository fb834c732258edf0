// `npm start`: shows the system at work, with no key and no network.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";
import { onRealModels, startCommands } from "./start-commands.ts";

const x = join("packages", "cli", "bin", "x.js");
for (const { title, words } of startCommands) {
  console.log(`${title}\n`);
  const { status } = spawnSync(process.execPath, ["--conditions=@flow-state-dev/source", x, ...words], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  console.log("");
}

console.log("Look at both in the browser: npm run x -- view");
console.log("The suite: bench/example-suite.json. What it may say: docs/suites.md.");
console.log("The benchmark: examples/choose-a-pattern.ts. What the numbers mean: docs/benchmarks.md.");
console.log(`On real models, with their keys in the environment: npm run x -- ${onRealModels.join(" ")}`);
