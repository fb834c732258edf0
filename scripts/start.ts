// `npm start`: shows the system at work, with no key and no network.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";

console.log("A sequencer on a scripted model (simulated: this shows the tool, not a model)\n");
const { status } = spawnSync(
  process.execPath,
  ["--conditions=@flow-state-dev/source", join("examples", "first-sequencer.ts")],
  { cwd: root, stdio: "inherit" },
);
console.log("\nThe program: examples/first-sequencer.ts. The answers: examples/first-sequencer.script.json.");
console.log(
  "On a real model: npm run example -- first-sequencer claude-haiku-4-5 (needs ANTHROPIC_API_KEY).",
);
process.exitCode = status ?? 1;
