import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.ts";
import { onRealModels, startCommands } from "./start-commands.ts";

// Nothing is called with these.
const keys = { OPENAI_API_KEY: "sk-none", ANTHROPIC_API_KEY: "sk-none" };

/** Runs `x` from its sources, as `npm start` does. */
function x(words: readonly string[], cwd: string) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const bin = join(root, "packages/cli/bin/x.js");
  return spawnSync(process.execPath, ["--conditions=@flow-state-dev/source", bin, ...words], {
    ...{ cwd, encoding: "utf8", env: { PATH, HOME, NODE_COMPILE_CACHE, ...keys } },
  });
}

const isReport = (words: readonly string[]) => words[0] === "report";
const planned = [...startCommands.map(({ words }) => words), onRealModels].filter((it) => !isReport(it));

test.each(planned.map((words) => ({ words })))("x $words is taken: it could be run as it is", ({ words }) => {
  const { status, stdout, stderr } = x([...words, "--plan"], root);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/Nothing was (run or )?spent\.\n$/);
});

test("the report of the latest run can be written to where it is said to be", () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  try {
    const one = { id: "a", prompt: "p", workspace: ".", expect: ["no-file:b"] };
    writeFileSync(join(folder, "suite.json"), JSON.stringify({ name: "s", agent: "noop", cases: [one] }));
    const ran = x(["bench", "suite.json"], folder);
    expect(ran.status, ran.stderr).toBe(0);
    const { words } = startCommands.find((each) => isReport(each.words))!;
    const { status, stdout, stderr } = x(words, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(statSync(join(folder, stdout.trim())).size).toBeGreaterThan(10_000);
    // Nobody commits it by mistake.
    expect(readFileSync(join(root, ".gitignore"), "utf8").split("\n")).toContain("dist/");
    expect(stdout).toMatch(/^dist\//);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
