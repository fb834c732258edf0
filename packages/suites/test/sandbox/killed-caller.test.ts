import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { send } from "../../src/process/process-tree.ts";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { host } from "../../src/sandbox/host.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { runWherePossible } from "./run-where-possible.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

const program = fileURLToPath(new URL("killed-caller.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "x-killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function dieWhileStarting(name: string, seconds: string, everyMs: number): Promise<void> {
  const args = ["--conditions=@flow-state-dev/source", "--disable-warning=ExperimentalWarning", program];
  const child = spawn(process.execPath, [...args, name, folder, seconds, String(everyMs)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

/** Steps in which a sandbox gets from its spawn to its command. */
const steps: Record<string, number[]> = { bubblewrap: [2, 3, 4, 6], unshare: [20], host: [2] };

function killedCallers(name: string, sandbox: Sandbox): void {
  describe(name, () => {
    test.each(steps[sandbox.name]!)(
      "nothing outlives a caller that is killed while it starts one every %i ms",
      async (everyMs) => {
        const seconds = uniqueSeconds();
        try {
          await dieWhileStarting(sandbox.name, seconds, everyMs);
          await vi.waitFor(() => expect(processesWith(seconds)).toEqual([]), {
            timeout: 10_000,
            interval: 100,
          });
        } finally {
          for (const pid of processesWith(seconds)) send(pid, "SIGKILL");
        }
      },
    );
  });
}

for (const [sandbox, needed] of [
  [bubblewrap({ cgroups: null }), true],
  [unshare({ cgroups: null }), true],
  [host({ cgroups: null }), true],
] as const)
  await runWherePossible(sandbox.name, sandbox, killedCallers, { needed });
