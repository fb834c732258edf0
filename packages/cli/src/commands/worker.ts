import { watchForeignCode } from "../compare/foreign-code.ts";
import { offersOfMachine } from "../machines/needs.ts";
import { NoDatabaseError } from "../machines/no-database-error.ts";
import { storeAddress } from "../machines/store-place.ts";
import { reading } from "../runs/open-runs.ts";
import { visibleText } from "../text/visible-text.ts";
import { startHealthServer } from "../worker/health-server.ts";
import { Worker } from "../worker/worker.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x worker`, as they are parsed. */
export interface WorkerFlags {
  on?: string;
  queue?: string;
  concurrency?: number;
  tags?: readonly string[];
  health?: number;
  once?: boolean;
}

const defaultConcurrency = 4;

/**
 * `x worker --on postgres://…`: takes cells of runs that were given out until it is told to stop. Exit codes: 0 ended
 * in order, 1 with `--once` when cells are left that it could not work on, 2 bad arguments or no database or queue, 130
 * cut off by a second signal.
 */
export function worker(this: XContext, flags: WorkerFlags): Promise<void> {
  return reading(this, async () => {
    const { stderr, env } = this.process;
    const url = storeAddress(flags, env);
    if (url === undefined) throw new NoDatabaseError("x worker");
    // Projects that were given out, and what goes wrong in them, are of whoever gave them out.
    const say = (text: string) => stderr.write(`${visibleText(text)}\n`);
    const stop = new AbortController();
    const foreign = watchForeignCode(process, process.cwd());
    foreign.begin(
      { print: (text) => stderr.write(text), [Symbol.dispose]() {} },
      "Other workers take over what it had; start it again.",
    );
    const onSignal = () => {
      // What it has is found by others, for its process is gone.
      if (stop.signal.aborted) {
        foreign.end(130);
        process.exit(130);
      }
      stop.abort();
      say("No more cells are taken; those that run may end. Once more cuts them off.");
    };
    // A terminal that was closed counts once: the system and the shell may both tell of it.
    const onHangup = () => {
      if (!stop.signal.aborted) onSignal();
    };
    const listeners = [
      ["SIGINT", onSignal],
      ["SIGTERM", onSignal],
      ["SIGHUP", onHangup],
    ] as const;
    for (const [signal, listener] of listeners) process.on(signal, listener);
    try {
      const tags = await offersOfMachine(env, flags.tags ?? []);
      const { concurrency = defaultConcurrency, once = false } = flags;
      const place = { url, redisUrl: flags.queue, folder: process.cwd(), env };
      const own = new Worker({ ...place, concurrency, tags, once, stop: stop.signal, say });
      await using _health =
        flags.health === undefined ? undefined : await startHealthServer(flags.health, () => own.state);
      const undone = await own.work();
      if (once && undone.length > 0) {
        for (const sentence of undone) say(sentence);
        this.exitCode = 1;
      }
      foreign.end(this.exitCode ?? 0);
    } catch (error) {
      foreign.end(2);
      throw error;
    } finally {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    }
  });
}
