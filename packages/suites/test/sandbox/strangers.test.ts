import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { pidNamespaceOf } from "../../src/process/process-table.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { runWherePossible } from "./run-where-possible.ts";

const folder = mkdtempSync(join(tmpdir(), "x-strangers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Starts others while nothing else of this process goes on, until one has this pid namespace or it is tried enough. */
function startOthers(name: string): ChildProcess[] {
  // Namespaces of all kinds share their numbers: with none but its own, each is tried as that of a pid namespace.
  const user = process.getuid!() === 0 ? [] : ["--user", "--map-root-user"];
  const words = [...user, "--pid", "--fork", "--kill-child=KILL", "sleep", "60"];
  const others: ChildProcess[] = [];
  for (let count = 0; count < 25; count++) {
    const other = spawn("unshare", words, { stdio: "ignore" });
    others.push(other);
    pause(20);
    if (namespaceOfChildren(other.pid!) === name) break;
  }
  return others;
}

/** The pid namespace it has made for its children, once it has one; null when that takes more than a second. */
function namespaceOfChildren(pid: number): string | null {
  const own = pidNamespaceOf("self");
  for (let tries = 0; tries < 100; tries++) {
    try {
      const name = readlinkSync(`/proc/${pid}/ns/pid_for_children`);
      if (name !== own) return name;
    } catch {}
    pause(10);
  }
  return null;
}

/** While the end of a sandbox is not seen yet, as under load, its namespace is gone and another may bear its name. */
function strangerTests(name: string, sandbox: Sandbox): void {
  test(`${name} ends nobody who began after it and was given the name of its namespace`, async () => {
    let others: ChildProcess[] = [];
    const killed: ChildProcess[] = [];
    try {
      const exit = await sandbox.exec(
        { shell: "readlink /proc/self/ns/pid" },
        {
          workspace: { path: folder },
          onOutput(_, chunk) {
            if (others.length > 0) return;
            pause(200);
            others = startOthers(String(chunk).trim());
            for (const other of others) other.once("exit", () => killed.push(other));
          },
        },
      );
      expect(exit).toMatchObject({ ended: "itself", code: 0, alive: [] });
      expect(exit.stdout.text).toMatch(/^pid:/);
      await wait(200);
      expect(killed).toEqual([]);
    } finally {
      for (const other of others) other.kill("SIGKILL");
    }
  });
}

// What bubblewrap leaves is buried by process 1 of the machine, and keeps its name until then: here that takes no time.
await runWherePossible("unshare", unshare({ cgroups: null }), strangerTests, { needed: true });
