import { setTimeout as pause } from "node:timers/promises";
import { FlowError, Opened } from "@flow-state-dev/core";
import { findRun, openMachines, openStoreAt, shortRunId } from "@flow-state-dev/records";
import { NoDatabaseError } from "../machines/no-database-error.ts";
import { storeAddress } from "../machines/store-place.ts";
import { reading } from "../runs/open-runs.ts";
import { jsonText } from "../text/json-text.ts";
import { TopReader } from "../top/read-top.ts";
import { topText } from "../top/top-text.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x top`, as they are parsed. */
export interface TopFlags {
  on?: string;
  json?: boolean;
  once?: boolean;
  stop?: string;
}

const everyMs = 1_000;
/** Clears the screen and goes to its beginning. */
const clear = "\u001b[2J\u001b[H";

/** A run was to be taken from workers that they do not have. */
class NotGivenOutError extends FlowError {
  override readonly name = "NotGivenOutError";

  constructor(runId: string) {
    super(`Run ${shortRunId(runId)} is not given out to workers: x top shows those that are.`, {
      code: "not-given-out",
    });
  }
}

/**
 * `x top --on postgres://…`: what workers do. Exit codes: 0 done, 2 no database, no such run, or none that is given
 * out.
 */
export function top(this: XContext, flags: TopFlags): Promise<void> {
  return reading(this, async () => {
    const { stdout, stderr, env } = this.process;
    const url = storeAddress(flags, env);
    if (url === undefined) throw new NoDatabaseError("x top");
    const store = await openStoreAt(url);
    await using open = new Opened();
    open.defer(() => store.close());
    const machines = open.use(await openMachines(url));
    if (flags.stop !== undefined) {
      const { id } = await findRun(store, flags.stop);
      const posting = await machines.postings.find(id);
      if (posting === null || posting.state === "closed") throw new NotGivenOutError(id);
      await machines.postings.close(id, "stopped");
      await store.recover(id);
      await machines.standings.settle(id);
      stderr.write(
        `Run ${shortRunId(id)} is taken from the workers. Go on: the same command with --resume.\n`,
      );
      return;
    }
    const reader = new TopReader(store, machines);
    if (flags.json) return void stdout.write(jsonText(await reader.read()));
    const isScreen = process.stdout.isTTY && !flags.once;
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    do {
      const text = topText(await reader.read());
      stdout.write(isScreen ? `${clear}${text}` : text);
      if (isScreen) await pause(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    } while (isScreen && !stop.signal.aborted);
  });
}
