import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Trial } from "./trial.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

/** Nothing that a command started outlives it, and runs do not disturb each other. */
export function survivorTests(trial: Trial): void {
  const { folder, another, run } = trial;
  const { enforces } = trial.sandbox;
  // Each of these outlives a plain kill of the process group.
  const survivors: [string, string, boolean][] = [
    ["a child in the background", "sleep $N &", false],
    ["a session of its own", "setsid sleep $N &", false],
    ["a double fork", "(setsid sh -c 'sleep '$N' & sleep '$N) & ", false],
    [
      "a daemon that ignores signals",
      "(trap '' TERM HUP INT QUIT; setsid sh -c 'while :; do sleep '$N'; done') &",
      false,
    ],
    ["a daemon with an empty environment", "(env -i setsid /bin/sh -c '(/bin/sleep '$N' &)' &)", true],
  ];
  describe.concurrent("what is left behind", () => {
    for (const [what, line, needsTree] of survivors.filter(([, , strong]) => !strong || enforces.tree)) {
      test(`${what} does not outlive the command${needsTree ? ", hidden or not" : ""}`, async () => {
        const seconds = uniqueSeconds();
        const env = { N: seconds };
        const exit = await run(`${line}\nsleep 0.3; exit 3`, { env });
        expect(exit).toMatchObject({ ended: "itself", code: 3, alive: [] });
        expect(processesWith(seconds)).toEqual([]);
        expect(exit.durationMs).toBeLessThan(20_000);

        const late = await run(`${line}\nsleep 60`, { env, limits: { timeMs: 700 } });
        expect(late).toMatchObject({ ended: "timeout", timedOut: true, alive: [] });
        expect(processesWith(seconds)).toEqual([]);

        const controller = new AbortController();
        const running = run(`${line}\nsleep 60`, { env, signal: controller.signal });
        await vi.waitFor(() => expect(processesWith(seconds)).not.toEqual([]), {
          timeout: 10_000,
          interval: 50,
        });
        controller.abort();
        expect(await running).toMatchObject({ ended: "abort", timedOut: false, alive: [] });
        expect(processesWith(seconds)).toEqual([]);
      });
    }
  });

  test("an abort before the start starts nothing", async () => {
    expect(await run("touch made", { signal: AbortSignal.abort() })).toMatchObject({
      ended: "not-started",
    });
    expect((await run("ls")).stdout.text).toBe("");
  });

  test("nothing is written after the end", async () => {
    await run("(setsid sh -c 'while :; do date +%N >clock; done') & sleep 0.3");
    const before = readFileSync(join(folder(), "clock"), "utf8");
    await wait(1000);
    expect(readFileSync(join(folder(), "clock"), "utf8")).toBe(before);
  });

  test("runs at the same time do not disturb each other", async () => {
    const exits = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const path = another();
        const limits = i === 0 ? { timeMs: 300 } : {};
        const line = `echo ${i} >own; sleep ${i === 0 ? 30 : 0.8}; cat own; ls; exit ${i}`;
        return run(line, { workspace: { path }, limits });
      }),
    );
    expect(exits[0]).toMatchObject({ ended: "timeout" });
    expect(exits.slice(1).map(({ code, stdout }) => [code, stdout.text])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((i) => [i, `${i}\nown\n`]),
    );
  });
}
