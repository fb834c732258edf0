import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBench } from "./support.ts";

test("no agent sees what was kept of the cases before it, in a project so large that it is used where it lies", async () => {
  await using bench = await openBench();
  bench.put("hidden/answer.txt", "42");
  bench.put("work/large", "");
  truncateSync(join(bench.path, "work/large"), 600 * 2 ** 20);
  const it = { hidden: "hidden", expect: ["file:done.txt exists", "not file:seen.txt contains '42'"] };
  const agent = "command:cat kept/*/answer.txt kept/*/*/answer.txt > seen.txt 2>&1; rm large";
  const keep = join(bench.path, "work/kept/here");
  const { runs } = await bench.run(it, agent, { runs: 2, keep });
  expect(runs.map(({ kept }) => existsSync(`${kept}/answer.txt`))).toEqual([true, true]);
  expect(runs[1]!.expectations[1]!.evidence).toMatch(/^seen.txt .* does not contain "42"$/);
});

test("a folder for what is kept is not left where nothing was", async () => {
  await using bench = await openBench();
  const keep = join(bench.path, "work/kept");
  expect(await bench.run({}, "command:touch done.txt", { keep })).toMatchObject({ pass: true });
  expect(existsSync(keep)).toBe(false);
});
