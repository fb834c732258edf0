import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";

const binaries = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  knip: "node_modules/knip/bin/knip.js",
  tsc: "node_modules/typescript/bin/tsc",
  vitest: "node_modules/vitest/vitest.mjs",
} as const;

/** Runs one of the project's tools under this Node, its output going straight through; tells whether it agreed. */
export function runTool(name: keyof typeof binaries, args: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, [join(root, binaries[name]), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  return status === 0;
}
