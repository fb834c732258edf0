import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { runX } from "../../../cli/test/run-x.ts";
import type { SuiteResults } from "../../src/results/suite-results.ts";
import type { RealAgent } from "./support/agents.ts";
import { follows } from "./support/behaviours.ts";
import { filesWith, holds } from "./support/key-search.ts";
import { startModelServer } from "./support/model-server.ts";
import { write } from "./support/task.ts";

/** The real command holds agents against each other, each with a model of its own. */
export async function testXBench(agents: readonly RealAgent[]): Promise<void> {
  await using server = await startModelServer(follows(write));
  const folder = await mkdtemp(join(tmpdir(), "x-real-"));
  try {
    await mkdir(join(folder, "work"));
    await writeFile(join(folder, "work/start.txt"), "one\n");
    const cases = [{ id: "case", prompt: "Write done.txt.", expect: ["file:done.txt contains 'two'"] }];
    const defaults = { budget: 1, timeout: 120 };
    await writeFile(
      join(folder, "s.json"),
      JSON.stringify({ name: "s", workspace: "work", defaults, cases }),
    );
    const names = agents.map(({ name, model }) => `${name}@${model}`);
    const { X_AGENTS_DIR, XDG_CACHE_HOME } = process.env;
    // Without agents that a person may have.
    const PATH = [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    const { code, stdout, stderr } = await runX(
      ["bench", "s.json", ...names.flatMap((name) => ["--agent", name]), "--runs", "2", "--output", "r.json"],
      { cwd: folder, env: { PATH, X_AGENTS_DIR, XDG_CACHE_HOME, ...server.env } },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const lines = stdout.split("\n");
    for (const name of names) {
      expect(lines.find((line) => line.startsWith(`${name} `) && line.includes("%"))).toContain("1 of 1");
    }
    const { cases: results, byAgent } = JSON.parse(
      await readFile(join(folder, "r.json"), "utf8"),
    ) as SuiteResults;
    expect(byAgent.map(({ agent, passed }) => [agent, passed])).toEqual(names.map((name) => [name, 1]));
    const sum = (side: "input" | "output") => results.reduce((all, { tokens }) => all + tokens![side], 0);
    expect({ input: sum("input"), output: sum("output") }).toEqual({
      input: server.billed.input,
      output: server.billed.output,
    });
    expect(await filesWith(folder, server.keys)).toEqual([]);
    expect(holds(stdout + stderr, server.keys)).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
