import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { isAlive, pidNamespaceOf, processEntry, threadsOf } from "./process-table.ts";
import {
  descendantTree,
  joinedTree,
  killTree,
  markedTree,
  namespaceTree,
  singleTree,
} from "./process-tree.ts";

/** A shell that says it is ready, with its process id. */
async function start(line: string, env: Record<string, string> = {}): Promise<number> {
  const child = spawn("sh", ["-c", `${line}\necho ready; wait; sleep 60`], {
    env: { PATH: process.env.PATH, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child.pid!;
}

test("descendants are found, also those in a session of their own and those known from before", async () => {
  const root = await start("sleep 60 & setsid sleep 60 & (setsid sleep 60 &)");
  const tree = descendantTree(root);
  const alive = await vi.waitFor(() => {
    const now = tree.alive();
    expect(now.length).toBeGreaterThanOrEqual(3);
    return now;
  }, 10_000);
  expect(alive).toContain(root);
  process.kill(root, "SIGKILL");
  expect(tree.alive().length).toBeGreaterThanOrEqual(2);
  expect(await killTree(tree)).toEqual([]);
  expect(alive.filter(isAlive)).toEqual([]);
});

test("what carries a mark is found wherever it went", async () => {
  const root = await start("(setsid sh -c 'sleep 60 & sleep 60' &)", { MARK: "one-of-a-kind" });
  const tree = markedTree("MARK=one-of-a-kind");
  expect(tree.alive()).toContain(root);
  await vi.waitFor(() => expect(tree.alive().length).toBeGreaterThanOrEqual(3), 10_000);
  expect(markedTree("MARK=one-of-a").alive()).toEqual([]);
  expect(await killTree(joinedTree([tree, descendantTree(root)]))).toEqual([]);
  expect(isAlive(root)).toBe(false);
});

test("a namespace nobody is in has nobody alive; ours has us", () => {
  expect(namespaceTree("pid:[0]").alive()).toEqual([]);
  expect(namespaceTree(pidNamespaceOf("self")!).alive()).toContain(process.pid);
});

test("one process alone is told as long as it lives, and nobody else", async () => {
  const root = await start("sleep 60 &");
  const tree = singleTree(root);
  expect(tree.alive()).toEqual([root]);
  const all = descendantTree(root);
  expect(await killTree(all)).toEqual([]);
  expect(tree.alive()).toEqual([]);
  expect(singleTree(root).alive()).toEqual([]);
});

test("what outlives a kill is told", async () => {
  expect(await killTree({ alive: () => [2 ** 30] }, 30)).toEqual([2 ** 30]);
});

test("the table tells who is whose child", async () => {
  const root = await start("");
  expect(processEntry(root)).toMatchObject({ pid: root, parent: process.pid, group: root, session: root });
  expect(processEntry(2 ** 30)).toBeNull();
  expect(threadsOf(process.getuid!())).toBeGreaterThan(1);
  expect(await killTree(descendantTree(root))).toEqual([]);
});
