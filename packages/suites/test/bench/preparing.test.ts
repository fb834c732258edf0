import { chmodSync, readdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { parseAgent } from "../../src/agent/create-agent.ts";
import { runSuite } from "../../src/bench/run-suite.ts";
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

test("when a workspace cannot be had, nothing of the others goes on behind it", async () => {
  await using bench = await benchOf(5);
  bench.put("bin/cp", `#!/bin/sh\n: > ${bench.path}/begun\nsleep 1\n/bin/cp "$@"\n: > ${bench.path}/ended\n`);
  chmodSync(`${bench.path}/bin/cp`, 0o755);
  vi.stubEnv("PATH", `${bench.path}/bin:${process.env.PATH}`);
  const it = (id: string, workspace: string) => ({ id, workspace, prompt: "p", expect: ["file:a exists"] });
  const gone = `file://${bench.path}/gone.git#main`;
  bench.put("suite.json", JSON.stringify({ name: "s", cases: [it("one", "work"), it("two", gone)] }));
  const going = runSuite({
    ...{ store: bench.store, sandbox: await chooseSandbox("auto"), folder: bench.path },
    suite: await readSuite(`${bench.path}/suite.json`),
    agents: [{ name: "noop", agent: parseAgent("noop") }],
  });
  await expect(going).rejects.toThrow(/gone\.git#main could not be fetched/);
  const marks = readdirSync(bench.path);
  expect(marks.includes("ended")).toBe(marks.includes("begun"));
});

test("a repository that never answers is not waited for by whoever asked to stop", async () => {
  await using bench = await openBench();
  const stop = new AbortController();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.resume());
    stop.abort();
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
  );
  // Else git would wait for ever, and so would this.
  const hangUp = setTimeout(() => sockets.forEach((socket) => socket.destroy()), 20_000);
  try {
    const workspace = `git://127.0.0.1:${port}/silent#main`;
    await expect(bench.run({ workspace }, "noop", { signal: stop.signal })).rejects.toMatchObject({
      code: "preparing-stopped",
    });
    // It hangs up, for it is dead.
    await vi.waitFor(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  } finally {
    clearTimeout(hangUp);
    server.close();
  }
});
