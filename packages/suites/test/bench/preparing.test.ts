import { readdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { examineSuite } from "../../src/doctor/examine-suite.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import type { PreparingProgress } from "../../src/workspace/preparing.ts";
import { openBench } from "./support.ts";

afterEach(() => void vi.unstubAllEnvs());

/** A bench whose workspace has this many folders with a file in each. */
async function benchOf(folders: number) {
  const bench = await openBench();
  for (let at = 0; at < folders; at++) bench.put(`work/folder${at}/file.txt`, "text");
  return bench;
}

test("it is told how far the workspace is ready, and how many files are copied", async () => {
  await using bench = await benchOf(50);
  const told: PreparingProgress[] = [];
  const onPreparing = (progress: PreparingProgress) => void told.push(progress);
  await bench.run({}, "command:touch done.txt", { onPreparing });
  const looked = told.filter(({ doing }) => doing === "looking").map(({ files }) => files!);
  expect(looked.at(-1)).toBeGreaterThan(50);
  expect(looked).toEqual([...looked].sort((one, other) => one - other));
  const [copied] = told.filter(({ doing }) => doing === "copying");
  expect([101, null]).toContain(copied!.files);
});

test.each(["signal", "drain"] as const)(
  "a %s ends it, with no run and nothing left behind",
  async (which) => {
    await using bench = await benchOf(50);
    bench.put("tmp/empty", "");
    vi.stubEnv("TMPDIR", `${bench.path}/tmp`);
    for (const doing of ["looking", "copying"]) {
      const stop = new AbortController();
      const onPreparing = (progress: PreparingProgress) => void (progress.doing === doing && stop.abort());
      await expect(
        bench.run({}, "command:touch done.txt", { onPreparing, [which]: stop.signal }),
      ).rejects.toMatchObject({ code: "preparing-stopped" });
      const left = readdirSync(`${bench.path}/tmp`, { recursive: true }).map(String);
      expect(left.filter((path) => path.endsWith("file.txt"))).toEqual([]);
    }
    for await (const run of bench.store.runs({})) expect(run).toBeUndefined();
  },
);

test("so it is with an examination", async () => {
  await using bench = await benchOf(5);
  await bench.run({}, "command:touch done.txt");
  const suite = await readSuite(`${bench.path}/suite.json`);
  const sandbox = await chooseSandbox("auto");
  const stop = new AbortController();
  await expect(
    examineSuite({
      ...{ suite, sandbox, folder: bench.path, signal: stop.signal },
      onPreparing: () => stop.abort(),
    }),
  ).rejects.toMatchObject({ code: "preparing-stopped" });
});
