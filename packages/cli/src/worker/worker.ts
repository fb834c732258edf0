import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Machine,
  type Machines,
  openMachines,
  openStoreAt,
  type Posting,
  type RunStore,
  scoredCount,
  shortRunId,
} from "@flow-state-dev/records";
import {
  type CellSource,
  createProgress,
  type Progress,
  QueueBrokenError,
  queueSource,
  type SweepResult,
} from "@flow-state-dev/sweep";
import { readRunSpec } from "../machines/run-spec.ts";
import { finishWhole } from "../runs/settle-dead.ts";
import { oncePerKind } from "./once-per-kind.ts";
import { queueTrouble } from "./queue-trouble.ts";
import { RunQueues } from "./run-queues.ts";
import { workOnRun } from "./work-on-run.ts";

/** What a worker is made of. */
export interface WorkerOptions {
  /** The database with the runs. */
  url: string;
  /** Where queues on Redis lie; undefined when there are none. */
  redisUrl: string | undefined;
  /** Cells at once. */
  concurrency: number;
  tags: readonly string[];
  /** End when nothing is left to do. */
  once: boolean;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** How long its cells are its own without a sign of life. Default: that of `queueSource`. */
  lockMs?: number;
  /** Fires when no more cells are to be taken; those that run may end. */
  stop: AbortSignal;
  /** Told what it does, a sentence at a time. */
  say(text: string): void;
}

/** How often it looks for runs, and tells that it is there. */
const lookEveryMs = 1_000;
const tellEveryMs = 2_000;
/** A run that this worker cannot work on is left alone for so long. */
const troubleMs = 60_000;
/** A queue that is away may keep whoever looks at it for minutes. */
const watchedMs = 2_000;
/** A run whose cells are still being given out may have none for a moment; after so long others come first. */
const idleMs = 5_000;
/** Whoever gives a run out and is not heard of for so long is gone. */
const fillerGoneMs = 30_000;

/** Takes cells of runs that were given out, one run at a time, the oldest first, until it is told to stop. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #machine: Machine;
  /** Runs that it leaves alone, by run and revision, until when. */
  readonly #leftAlone = new Map<string, number>();
  /** Why it did not work on runs, by run. */
  readonly #refused = new Map<string, string>();
  /** Runs on a Redis that it was not given, by run and revision, which it has told of. */
  readonly #elsewhere = new Set<string>();
  #posting: Posting | undefined;
  /** Of the run it works on. */
  #progress: Progress | undefined;
  #active = 0;
  #ended = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { tags, concurrency } = options;
    const about = { host: hostname(), pid: process.pid, tags, concurrency };
    this.#machine = { id: randomUUID(), ...about, runId: null, cells: 0, ended: 0, heldUp: [] };
  }

  /** What it does now. */
  get state(): Machine & { stopping: boolean } {
    const now = { runId: this.#posting?.runId ?? null, cells: this.#active, ended: this.#ended };
    const heldUp = this.#progress?.snapshot().heldUp ?? [];
    return { ...this.#machine, ...now, heldUp, stopping: this.#options.stop.aborted };
  }

  /**
   * Works until it is told to stop, or with `once` until there is nothing left that it can do. Returns for each run
   * that it did not work on though cells are left in it a sentence that says why.
   */
  async work(): Promise<readonly string[]> {
    const { url, stop, once, concurrency, tags, say } = this.#options;
    await using queues = new RunQueues(url, this.#options.redisUrl);
    await queues.reach();
    await using machines = await openMachines(url);
    const store = await openStoreAt(url);
    say(`Taking cells, ${concurrency} at once${tags.length > 0 ? `; offers ${tags.join(", ")}` : ""}.`);
    const tell = () => machines.machines.tell(this.state).catch(() => {});
    const telling = setInterval(tell, tellEveryMs);
    await tell();
    try {
      while (!stop.aborted) {
        // A server that is away may keep it for minutes.
        const next = await unlessFired(stop, this.#next(machines, queues, store));
        if (stop.aborted) break;
        if (next) await this.#join(next, machines, queues, store);
        else if (once) break;
        else await pause(lookEveryMs, undefined, { signal: stop }).catch(() => {});
      }
      return once ? await this.#undone(machines, store) : [];
    } finally {
      clearInterval(telling);
      await machines.machines.leave(this.#machine.id).catch(() => {});
      await store.close();
    }
  }

  /**
   * The oldest run with cells that wait for a worker like this one; else the oldest whose cells are all with others,
   * who may die. Runs with no cells left are closed.
   */
  async #next(machines: Machines, queues: RunQueues, store: RunStore): Promise<Posting | undefined> {
    let watched: Posting | undefined;
    for (const posting of await machines.postings.open()) {
      if ((this.#leftAlone.get(keyOf(posting)) ?? 0) > Date.now()) continue;
      const own = await this.#understood(posting, machines);
      if (own?.length === 0) this.#refused.set(posting.runId, this.#lacking(posting));
      if (!own || own.length === 0 || !(await this.#reaches(posting, queues, machines))) continue;
      try {
        if (await queues.waits(posting, own)) return posting;
        if ((await queues.size(posting)) > 0) watched ??= posting;
        else await this.#closeEmpty(posting, machines, store);
      } catch (error) {
        if (!(error instanceof QueueBrokenError)) throw error;
        this.#leftAlone.set(keyOf(posting), Date.now() + troubleMs);
        const short = shortRunId(posting.runId);
        this.#options.say(`Run ${short}: its queue does not work. It is tried again in a minute.`);
      }
    }
    return watched;
  }

  /** The lanes for a worker like this one. Of a run that another version gave out, nothing: it is for others. */
  async #understood(posting: Posting, machines: Machines): Promise<string[] | undefined> {
    try {
      return this.#lanes(posting);
    } catch (error) {
      const { message } = error as Error;
      this.#leftAlone.set(keyOf(posting), Number.POSITIVE_INFINITY);
      this.#options.say(`Run ${shortRunId(posting.runId)}: left to others. ${message}`);
      await this.#refuse(posting, message, machines);
      return undefined;
    }
  }

  async #reaches(posting: Posting, queues: RunQueues, machines: Machines): Promise<boolean> {
    if (queues.has(posting)) return true;
    if (this.#elsewhere.has(keyOf(posting))) return false;
    this.#elsewhere.add(keyOf(posting));
    const reason =
      "Its cells wait on a Redis that this worker was not given. Start it with --queue redis://…";
    this.#options.say(`Run ${shortRunId(posting.runId)}: ${reason}`);
    await this.#refuse(posting, reason, machines);
    return false;
  }

  /** Whoever gave the run out, or looks on, is to learn why nobody works on it. */
  async #refuse(posting: Posting, reason: string, { postings }: Machines): Promise<void> {
    const { host, pid } = this.#machine;
    this.#refused.set(posting.runId, reason);
    await postings.refuse(posting, { worker: `${host}:${pid}`, reason }).catch(() => {});
  }

  async #undone({ postings }: Machines, store: RunStore): Promise<string[]> {
    const undone: string[] = [];
    for (const { runId } of await postings.open()) {
      const reason = this.#refused.get(runId);
      const run = reason === undefined ? null : await store.findRun(runId);
      if (!run) continue;
      const scored = scoredCount(await store.totals(runId));
      if (scored < run.plannedCells)
        undone.push(`Run ${shortRunId(runId)}: ${run.plannedCells - scored} cells are left. ${reason}`);
    }
    return undone;
  }

  async #closeEmpty(posting: Posting, machines: Machines, store: RunStore): Promise<void> {
    if (posting.state !== "open") return;
    await machines.postings.close(posting.runId, null, posting.revision);
    await this.#settle(posting, machines, store);
    await machines.responses.forget(posting.runId);
  }

  /** Whoever brought the last result of a run may have been killed before it could say that the run is finished. */
  async #settle({ runId }: Posting, { standings }: Machines, store: RunStore): Promise<void> {
    if (await standings.settle(runId)) await finishWhole(store, runId);
  }

  async #join(posting: Posting, machines: Machines, queues: RunQueues, store: RunStore): Promise<void> {
    const { concurrency, stop, say, folder, env, lockMs } = this.#options;
    const short = shortRunId(posting.runId);
    const lanes = this.#lanes(posting);
    this.#posting = posting;
    const progress = createProgress();
    this.#progress = progress;
    say(`Run ${short}: joined.`);
    const leave = new AbortController();
    const watching = this.#watch(posting, machines, queues, store, leave);
    const drain = AbortSignal.any([stop, leave.signal]);
    const tellOnce = oncePerKind(say);
    const onTrouble = ({ message }: Error) => tellOnce(new Error(queueTrouble(message)));
    try {
      const source = this.#counted(
        queueSource({
          ...{ url: queues.urlOf(posting), lanes, concurrency, onTrouble },
          ...(lockMs !== undefined && { lockMs }),
        }),
      );
      const { providersFor: providers } = machines;
      const workers = () => machines.machines.on(posting.runId);
      const sharing = { role: "worker", source, providers, workers } as const;
      const { onEvent } = progress;
      const parts = { store, machines, sharing, concurrency, drain, folder, env, onEvent };
      await this.#leave(posting, await workOnRun(posting, parts), machines);
    } catch (error) {
      this.#leftAlone.set(keyOf(posting), Date.now() + troubleMs);
      const problem = (error as Error).message.replace(/\.$/, "");
      say(`Run ${short}: ${problem}. It is tried again in a minute.`);
      await this.#refuse(posting, (error as Error).message, machines);
    } finally {
      this.#posting = undefined;
      this.#progress = undefined;
      leave.abort();
      await Promise.race([watching, pause(watchedMs)]);
      // The last to leave a run that was taken from the workers says that nobody is on it any more.
      await machines.machines.tell(this.state).catch(() => {});
      await this.#settle(posting, machines, store).catch(() => {});
    }
  }

  async #leave(posting: Posting, result: SweepResult, machines: Machines): Promise<void> {
    const { say } = this.#options;
    const short = shortRunId(posting.runId);
    if (result.budgetExceeded) {
      await machines.postings.close(posting.runId, "budget", posting.revision);
      return say(`Run ${short}: the budget is spent.`);
    }
    if (!result.stopped) {
      this.#refused.delete(posting.runId);
      return say(`Run ${short}: left.`);
    }
    // What is wrong here may be right on another machine.
    this.#leftAlone.set(keyOf(posting), Number.POSITIVE_INFINITY);
    say(`Run ${short}: left to others. ${result.stopped.reason}`);
    await this.#refuse(posting, result.stopped.reason, machines);
  }

  /**
   * Leaves the run when it is closed or given out anew, or when nothing is left to take here and nothing runs here.
   * More is waited for while somebody gives the run out, unless another run has work.
   */
  async #watch(
    posting: Posting,
    machines: Machines,
    queues: RunQueues,
    store: RunStore,
    leave: AbortController,
  ): Promise<void> {
    const { signal } = leave;
    let busyAt = performance.now();
    while (!signal.aborted) {
      await pause(lookEveryMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const now = await machines.postings.find(posting.runId);
        if (now?.revision !== posting.revision || now.state === "closed") return leave.abort();
        if (this.#active > 0 || (await queues.waits(posting, this.#lanes(posting)))) {
          busyAt = performance.now();
          continue;
        }
        const isFilling = now.state === "filling" && now.silentMs < fillerGoneMs;
        if (isFilling && performance.now() - busyAt < idleMs) continue;
        const next = await this.#next(machines, queues, store);
        if (next ? next.runId !== posting.runId : !isFilling) return leave.abort();
      } catch {
        // The database is away; the work itself waits for it too.
      }
    }
  }

  #lanes({ spec }: Posting): string[] {
    const { tags } = this.#options;
    const lanes = Object.entries(readRunSpec(spec).lanes);
    return lanes.filter(([, needs]) => needs.every((need) => tags.includes(need))).map(([lane]) => lane);
  }

  /** What a run whose cells are all for others asks of a worker, and this one does not offer. */
  #lacking({ spec }: Posting): string {
    const { tags } = this.#options;
    const missing = Object.values(readRunSpec(spec).lanes)
      .flat()
      .filter((need) => !tags.includes(need));
    return `This worker does not offer ${[...new Set(missing)].sort().join(", ")}.`;
  }

  #counted(source: CellSource): CellSource {
    return {
      serve: (runId, bring, signal) =>
        source.serve(
          runId,
          async (cell, again) => {
            this.#active += 1;
            try {
              const served = await bring(cell, again);
              if (served === "settled") this.#ended += 1;
              return served;
            } finally {
              this.#active -= 1;
            }
          },
          signal,
        ),
    };
  }
}

/** What is asked for, or nothing once the signal has fired. */
async function unlessFired<T>(signal: AbortSignal, asked: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  const fired = once(signal, "abort", { signal: over.signal }).then(() => undefined);
  try {
    return await Promise.race([asked, fired]);
  } finally {
    over.abort();
  }
}

function keyOf({ runId, revision }: Posting): string {
  return `${runId} ${revision}`;
}
