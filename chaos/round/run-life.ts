import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Finished, runProgram } from "../../packages/cli/test/run-program.ts";
import { removeStore } from "../faults/half-file.ts";
import type { Place } from "./place.ts";
import type { Life } from "./round-plan.ts";

/** How a process of a life ended. */
export interface Ended extends Finished {
  /** By us, on purpose. */
  killed: boolean;
  /** It did not end by itself, and was killed for that. */
  hung: boolean;
}

/** How all processes of a life ended, and the faults that reached them in time. */
export interface LifeEnd {
  ends: Ended[];
  struck: string[];
  seconds: number;
}

/** A life of the last kind: nothing happens to it. */
export const quietLife: Life = {
  ...{
    processes: 1,
    from: "start",
    kill: null,
    interrupt: null,
    stop: null,
    clock: null,
    diskFull: null,
    storeDeleted: null,
  },
  half: null,
};

const patienceMs = 120_000;
const betweenInterruptsMs = 300;
const clockPreload = new URL("../programs/clock.mjs", import.meta.url).href;

/** Starts the processes of a life, lets happen to them what the life says, and waits for their end. */
export async function runLife(
  life: Life,
  place: Place,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<LifeEnd> {
  const began = performance.now();
  const struck: string[] = [];
  const over = new AbortController();
  const children: ChildProcess[] = [];
  const killed = new Set<ChildProcess>();
  const hung = new Set<ChildProcess>();
  const started = Promise.withResolvers<void>();
  const preload = life.clock ? ["--import", clockPreload] : [];
  const clock = life.clock ? { X_CHAOS_CLOCK: JSON.stringify(life.clock) } : {};

  const run = async (): Promise<Ended> => {
    let child: ChildProcess | undefined;
    const finished = await runProgram(process.execPath, [...preload, ...words], {
      ...{ cwd: place.project, env: { ...env, ...clock } },
      onStart(it) {
        child = it;
        children.push(it);
        it.once("close", () => started.resolve());
        if (life.from === "start") started.resolve();
        for (const stream of [it.stdout, it.stderr]) stream?.once("data", () => started.resolve());
      },
    });
    return { ...finished, killed: killed.has(child!), hung: hung.has(child!) };
  };

  const happen = async (name: string, afterMs: number, what: () => void | Promise<void>): Promise<void> => {
    await started.promise;
    try {
      await sleep(afterMs, undefined, { signal: over.signal });
    } catch {
      return; // everything has ended already
    }
    struck.push(name);
    await what();
  };
  const wait = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  const kill = (victims: readonly ChildProcess[], note: Set<ChildProcess>) => {
    for (const child of victims) if (child.exitCode === null && child.kill("SIGKILL")) note.add(child);
  };

  const ends = Promise.all(Array.from({ length: life.processes }, run));
  const happenings: Promise<void>[] = [happen("hung", patienceMs, () => kill(children, hung))];
  if (life.kill) {
    const { all, afterMs } = life.kill;
    happenings.push(happen("kill", afterMs, () => kill(all ? children : children.slice(0, 1), killed)));
  }
  if (life.interrupt) {
    const { afterMs, twice } = life.interrupt;
    happenings.push(
      happen("interrupt", afterMs, async () => {
        for (const child of children) child.kill("SIGINT");
        if (!twice) return;
        await wait(betweenInterruptsMs);
        for (const child of children) child.kill("SIGINT");
      }),
    );
  }
  if (life.stop) {
    const { afterMs, forMs } = life.stop;
    happenings.push(
      happen("stop", afterMs, async () => {
        children[0]?.kill("SIGSTOP");
        await wait(forMs);
        children[0]?.kill("SIGCONT");
      }),
    );
  }
  if (life.diskFull && place.disk) {
    const { afterMs, forMs } = life.diskFull;
    happenings.push(
      happen("disk-full", afterMs, async () => {
        place.disk!.fill();
        await wait(forMs);
        place.disk!.free();
      }),
    );
  }
  if (life.storeDeleted) {
    const { afterMs, what } = life.storeDeleted;
    happenings.push(
      happen("store-deleted", afterMs, () => {
        if (what === "file") removeStore(place.store);
        // Whoever is at work may make a file while the folder goes.
        else rmSync(dirname(place.store), { recursive: true, force: true, maxRetries: 20, retryDelay: 5 });
      }),
    );
  }
  if (life.clock) happenings.push(happen("clock", life.clock.afterMs, () => {}));
  try {
    return { ends: await ends, struck, seconds: Math.round((performance.now() - began) / 100) / 10 };
  } finally {
    over.abort();
    await Promise.all(happenings);
  }
}
