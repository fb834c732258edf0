import { expect, test } from "vitest";
import { caseArtifacts } from "../../src/results/case-evidence.ts";
import { openBench } from "./support.ts";

test("results hold patches as far as there is room; of the others they say that they are left out", async () => {
  await using bench = await openBench();
  const agent = "command:head -c 9000000 /dev/zero | tr '\\0' y > done.txt";
  const { runs } = await bench.run({}, agent, { runs: 2 });
  expect(runs.map(({ patch }) => patch?.length)).toEqual([expect.any(Number), undefined]);
  expect(runs[1]!.warnings).toEqual([expect.stringMatching(/^Its patch of 8\.6 MB is left out here/)]);
  for await (const { id } of bench.store.runs({})) {
    const cell = { subject: "agent", task: "case", run: 1 };
    const kept = await bench.store.artifact(id, cell, 1, caseArtifacts.patch);
    expect(kept!.content.length).toBeGreaterThan(9_000_000);
  }
});

test("what no patch has room for is told: a replay has no result then", async () => {
  await using bench = await openBench();
  const { runs } = await bench.run({}, "command:echo x > done.txt; head -c 20000000 /dev/urandom > big.bin");
  expect(runs[0]).toMatchObject({
    pass: true,
    warnings: [
      "Its patch does not hold all of the work, so a replay of it has no result; left out is big.bin (added, 20000000 bytes).",
    ],
  });
});
