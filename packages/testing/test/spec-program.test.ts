// A program written from the published page alone compiles under `strict`, and runs.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = fileURLToPath(new URL("support/spec-program.ts", import.meta.url));
const condition = "@flow-state-dev/source";

test("it is sound for the compiler, with no more than strict", () => {
  const folder = mkdtempSync(fileURLToPath(new URL("strict-", import.meta.url)));
  try {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          ...{ strict: true, noEmit: true, module: "nodenext", target: "es2024", types: ["node"] },
          ...{ lib: ["es2024", "esnext.disposable", "dom.asynciterable"], skipLibCheck: true },
          ...{ allowImportingTsExtensions: true, customConditions: [condition] },
        },
        files: [program],
      }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("it runs, and every report of it can be rendered", () => {
  const printed = execFileSync(process.execPath, [`--conditions=${condition}`, program], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  expect(printed.split("\n")).toEqual([
    "small: planner 1 of 2",
    "ran: planner 1 of 2",
    "compared: planner 1 of 2",
    "defined: planner 1 of 2",
    "folded: planner 1 of 2",
    "own: planner 0.9 of 2",
    "withoutJudge: planner 0.9 of 2",
    "4 categories",
    "a price: true",
    "",
  ]);
});
