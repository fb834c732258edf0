import { expect, test } from "vitest";
import { callFiltersOf, pidNamespaceOf } from "../../src/process/process-table.ts";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { innerShell } from "../../src/sandbox/inner-shell.ts";
import { runGuarded } from "../../src/sandbox/run-guarded.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { runWherePossible } from "./run-where-possible.ts";

const env = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

function boundTests(_: string, { enforces }: Sandbox): void {
  test("a command begins when the first process of its namespace is bound to what is around it", async () => {
    const order: string[] = [];
    const exit = await runGuarded(
      {
        argv: [
          ...(["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child=KILL"] as const),
          ...innerShell(["echo", "began"], {}),
        ],
        env,
        overhead: 2,
        bound(first) {
          // It is asked about somebody inside, whoever else is there.
          order.push(pidNamespaceOf(first) === pidNamespaceOf("self") ? "outside" : "inside");
          return order.length === 3;
        },
      },
      {
        workspace: { path: "/" },
        limits: { timeMs: 20_000 },
        onOutput: (_, chunk) => order.push(String(chunk).trim()),
      },
      enforces,
      null,
    );
    expect(exit).toMatchObject({ ended: "itself", code: 0, alive: [] });
    expect(order).toEqual(["inside", "inside", "inside", "began"]);
  });
}

/** By its filter a start waits for it, up to two seconds where it never came. */
function filterTests(_: string, sandbox: Sandbox): void {
  test("process 1 of bubblewrap is under one filter more than we are when its command begins", async () => {
    const { stdout } = await sandbox.exec(
      { shell: "grep Seccomp_filters: /proc/1/status | cut -f 2" },
      { workspace: { path: "/tmp" } },
    );
    expect(Number(stdout.text)).toBe(callFiltersOf("self")! + 1);
  });
}

await runWherePossible("bubblewrap", bubblewrap({ cgroups: null }), filterTests, { needed: true });
await runWherePossible("unshare", unshare({ cgroups: null }), boundTests, { needed: true });
