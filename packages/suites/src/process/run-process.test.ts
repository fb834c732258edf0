import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { isAlive } from "./process-table.ts";
import { descendantTree } from "./process-tree.ts";
import { type ProcessRequest, runProcess } from "./run-process.ts";

const env = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

function sh(line: string, more: Partial<ProcessRequest> = {}) {
  return runProcess({ argv: ["sh", "-c", line], env, tree: descendantTree, ...more });
}

test("code, output and time come back as data", async () => {
  const exit = await sh("echo out; echo err >&2; exit 3");
  expect(exit).toMatchObject({ ended: "itself", code: 3, signal: null, timedOut: false, alive: [] });
  expect(exit.stdout).toEqual({ text: "out\n", bytes: 4, truncated: false });
  expect(exit.stderr.text).toBe("err\n");
  expect(exit.durationMs).toBeGreaterThan(0);
});

test("a program that is not there was not started", async () => {
  const exit = await runProcess({ argv: ["/no/such/program"], env, tree: descendantTree });
  expect(exit).toMatchObject({ ended: "not-started", code: null });
  expect(exit.reason).toContain("/no/such/program");
});

test("a folder that is not there, or an argument with a zero byte, is data too", async () => {
  expect(await sh("true", { cwd: "/no/such/folder" })).toMatchObject({ ended: "not-started" });
  expect(await sh("a\0b")).toMatchObject({ ended: "not-started" });
});

test("only the environment that was given", async () => {
  const exit = await sh("env", { env: { ...env, SAID: "yes" } });
  const names = exit.stdout.text
    .trim()
    .split("\n")
    .map((line) => line.split("=")[0]);
  expect(names.sort()).toEqual(["PATH", "PWD", "SAID"].sort());
});

test("input reaches it, and input it does not read is no error", async () => {
  expect((await sh("cat", { stdin: "a\nb" })).stdout.text).toBe("a\nb");
  expect((await sh("exit 0", { stdin: "x".repeat(1_000_000) })).code).toBe(0);
  expect((await sh("cat; echo end")).stdout.text).toBe("end\n");
});

test("further inputs are readable from descriptor 4 on", async () => {
  const exit = await sh("cat <&4; cat <&5", { inputs: ["one ", "two"] });
  expect(exit.stdout.text).toBe("one two");
});

test("a signal that was not ours is told", async () => {
  expect(await sh("kill -TERM $$")).toMatchObject({ ended: "itself", code: 143, signal: "SIGTERM" });
});

test("who ended while this process stood still was in time", async () => {
  const running = sh("sleep 0.3; echo done", { timeoutMs: 1200 });
  await wait(10);
  // So that what is due comes before what was said meanwhile, as after a stop.
  await turn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2800);
  expect(await running).toMatchObject({ ended: "itself", code: 0 });
});

test("the time limit ends all of it, and what was written stays", async () => {
  const exit = await sh("trap '' TERM; sleep 60 & echo $!; wait; wait", { timeoutMs: 300 });
  expect(exit).toMatchObject({ ended: "timeout", timedOut: true, code: 137, signal: "SIGKILL", alive: [] });
  expect(isAlive(Number(exit.stdout.text))).toBe(false);
});

test("an abort ends it, also before it began", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const begun = await sh("echo begun; sleep 60", { signal, onOutput: () => controller.abort() });
  expect(begun).toMatchObject({ ended: "abort", alive: [] });
  expect(await sh("sleep 60", { signal })).toMatchObject({ ended: "not-started" });
});

test("a child in the background does not outlive its parent", async () => {
  const exit = await sh("sleep 60 & echo $!");
  expect(exit.durationMs).toBeLessThan(30_000);
  expect(isAlive(Number(exit.stdout.text))).toBe(false);
});

test("a flood is counted and its middle dropped; past the limit it ends", async () => {
  const flood = await sh("head -c 5000000 /dev/zero | tr '\\0' x", { keepBytes: 1000 });
  expect(flood).toMatchObject({ ended: "itself", code: 0 });
  expect(flood.stdout).toMatchObject({ bytes: 5_000_000, truncated: true });
  expect(flood.stdout.text.length).toBeLessThan(1100);
  expect(await sh("yes", { keepBytes: 1000, maxOutputBytes: 1_000_000 })).toMatchObject({
    ended: "output",
    alive: [],
  });
});

test("without the ready line it counts as not started", async () => {
  const lines: string[] = [];
  const onReady = (line: string) => {
    lines.push(line);
  };
  expect(await sh("echo go >&3; exit 4", { onReady })).toMatchObject({ ended: "itself", code: 4 });
  expect(await sh("echo broken >&2; exit 1", { onReady })).toMatchObject({
    ended: "not-started",
    reason: "broken",
  });
  expect(lines).toEqual(["go"]);
});

test("one that a signal of our terminal reached before it was ready is started once more", async () => {
  const folder = await mkdtemp(join(tmpdir(), "run-process-"));
  const starts = async () => (await readFile(join(folder, "starts"), "utf8")).split("\n").length - 1;
  const onReady = () => {};
  try {
    const first = `echo x >> starts; [ -e seen ] || { touch seen; kill -HUP $$; sleep 9; }; echo go >&3; exit 4`;
    expect(await sh(first, { onReady, cwd: folder })).toMatchObject({ ended: "itself", code: 4 });
    expect(await starts()).toBe(2);
    expect(await sh("echo x >> starts; kill -INT $$", { onReady, cwd: folder })).toMatchObject({
      ended: "not-started",
      reason: "it ended with 130 before it began",
    });
    expect(await starts()).toBe(4);
    expect(
      await sh("echo x >> starts; echo go >&3; sleep 0.2; kill -INT $$", { onReady, cwd: folder }),
    ).toMatchObject({
      ended: "itself",
      code: 130,
    });
    expect(await starts()).toBe(5);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a watcher may end it", async () => {
  const exit = await sh("sleep 60", { watch: (pids) => (pids.length > 0 ? "memory" : null) });
  expect(exit).toMatchObject({ ended: "memory", oom: true, alive: [] });
});

test("it is told to begin once its line was dealt with, and not before", async () => {
  const order: string[] = [];
  const exit = await sh("echo here >&3; read -r _ <&3 || exit 9; echo began", {
    async onReady(line) {
      order.push(line);
      await wait(100);
      order.push("dealt with");
    },
    onOutput: (_, chunk) => order.push(String(chunk).trim()),
    timeoutMs: 20_000,
  });
  expect(exit).toMatchObject({ ended: "itself", code: 0 });
  expect(order).toEqual(["here", "dealt with", "began"]);
});

test("who waits for a word when the main process has ended reads an end", async () => {
  const exit = await sh("echo here >&3; read -r _ <&3; (read -r _ <&3; echo over) & exit 5", {
    onReady() {},
    tree: () => ({ alive: () => [] }),
  });
  expect(exit).toMatchObject({ ended: "itself", code: 5 });
  expect(exit.stdout.text).toBe("over\n");
});
