import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Machine,
  type Machines,
  openMachines,
  openStoreAt,
  type Posting,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";
import { CellQueue, type CellSource, queueSource, type SweepResult } from "@flow-state-dev/sweep";
import { readRunSpec } from "../machines/run-spec.ts";
import { oncePerKind } from "./once-per-kind.ts";
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

/** Takes cells of runs that were given out, one run at a time, the oldest first, until it is told to stop. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #machine: Machine;
  /** Runs that it leaves alone, by run and revision, until when. */
  readonly #leftAlone = new Map<string, number>();
  #posting: Posting | undefined;
  #active = 0;
  #ended = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { tags, concurrency } = options;
    const about = { host: hostname(), pid: process.pid, tags, concurrency };
    this.#machine = { id: randomUUID(), ...about, runId: null, cells: 0, ended: 0 };
  }

  /** What it does now. */
  get state(): Machine & { stopping: boolean } {
    const now = { runId: this.#posting?.runId ?? null, cells: this.#active, ended: this.#ended };
    return { ...this.#machine, ...now, stopping: this.#options.stop.aborted };
  }

  async work(): Promise<void> {
    const { url, stop, once } = this.#options;
    await using machines = await openMachines(url);
    await using queues = new Queues(url, this.#options.redisUrl);
    const store = await openStoreAt(url);
    const tell = () => machines.machines.tell(this.state).catch(() => {});
    const telling = setInterval(tell, tellEveryMs);
    await tell();
    try {
      while (!stop.aborted) {
        const next = await this.#next(machines, queues);
        if (next) await this.#join(next, machines, queues, store);
        else if (once) return;
        else await pause(lookEveryMs, undefined, { signal: stop }).catch(() => {});
      }
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
  async #next(machines: Machines, queues: Queues): Promise<Posting | undefined> {
    let watched: Posting | undefined;
    for (const posting of await machines.postings.open()) {
      if ((this.#leftAlone.get(keyOf(posting)) ?? 0) > Date.now()) continue;
      const own = this.#lanes(posting);
      if (own.length === 0 || !queues.has(posting)) continue;
      if (await queues.waits(posting, own)) return posting;
      if ((await queues.size(posting)) > 0) watched ??= posting;
      else await this.#closeEmpty(posting, machines);
    }
    return watched;
  }

  async #closeEmpty(posting: Posting, machines: Machines): Promise<void> {
    if (posting.state !== "open") return;
    await machines.postings.close(posting.runId, null, posting.revision);
    await machines.responses.forget(posting.runId);
  }

  async #join(posting: Posting, machines: Machines, queues: Queues, store: RunStore): Promise<void> {
    const { concurrency, stop, say, folder, env, lockMs } = this.#options;
    const short = shortRunId(posting.runId);
    const lanes = this.#lanes(posting);
    this.#posting = posting;
    say(`Run ${short}: joined.`);
    const leave = new AbortController();
    const watching = this.#watch(posting, machines, queues, leave);
    const drain = AbortSignal.any([stop, leave.signal]);
    const onTrouble = oncePerKind((message) => say(`The queue: ${message}`));
    try {
      const source = this.#counted(
        queueSource({
          ...{ url: queues.urlOf(posting), lanes, concurrency, onTrouble },
          ...(lockMs !== undefined && { lockMs }),
        }),
      );
      const { providersFor: providers } = machines;
      const sharing = { role: "worker", source, providers } as const;
      const onEvent = () => {};
      const parts = { store, machines, sharing, concurrency, drain, folder, env, onEvent };
      await this.#leave(posting, await workOnRun(posting, parts), machines);
    } catch (error) {
      this.#leftAlone.set(keyOf(posting), Date.now() + troubleMs);
      say(`Run ${short}: ${(error as Error).message} It is tried again in a minute.`);
    } finally {
      this.#posting = undefined;
      leave.abort();
      await watching;
    }
  }

  async #leave(posting: Posting, result: SweepResult, machines: Machines): Promise<void> {
    const { say } = this.#options;
    const short = shortRunId(posting.runId);
    if (result.budgetExceeded) {
      await machines.postings.close(posting.runId, "budget", posting.revision);
      return say(`Run ${short}: the budget is spent.`);
    }
    if (!result.stopped) return say(`Run ${short}: left.`);
    // What is wrong here may be right on another machine.
    this.#leftAlone.set(keyOf(posting), Number.POSITIVE_INFINITY);
    say(`Run ${short}: left to others. ${result.stopped.reason}`);
  }

  /** Leaves the run when it is closed or given out anew, or when nothing is left to take here and nothing runs here. */
  async #watch(posting: Posting, machines: Machines, queues: Queues, leave: AbortController): Promise<void> {
    const { signal } = leave;
    while (!signal.aborted) {
      await pause(lookEveryMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const now = await machines.postings.find(posting.runId);
        if (now?.revision !== posting.revision || now.state === "closed") return leave.abort();
        if (this.#active > 0 || now.state === "filling") continue;
        if (await queues.waits(posting, this.#lanes(posting))) continue;
        if ((await this.#next(machines, queues))?.runId !== posting.runId) return leave.abort();
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

function keyOf({ runId, revision }: Posting): string {
  return `${runId} ${revision}`;
}

/** The queues of runs, wherever they lie. */
class Queues implements AsyncDisposable {
  readonly #url: string;
  readonly #redisUrl: string | undefined;
  readonly #open = new Map<string, Promise<CellQueue>>();

  constructor(url: string, redisUrl: string | undefined) {
    this.#url = url;
    this.#redisUrl = redisUrl;
  }

  /** Whether this worker knows where the queue of a run is. */
  has({ spec }: Posting): boolean {
    return readRunSpec(spec).queue === "postgres" || this.#redisUrl !== undefined;
  }

  urlOf({ spec }: Posting): string {
    return readRunSpec(spec).queue === "postgres" ? this.#url : this.#redisUrl!;
  }

  /** Whether cells of these lanes wait for a worker. */
  async waits(posting: Posting, lanes: readonly string[]): Promise<boolean> {
    return (await (await this.#queue(posting)).waiting(posting.runId, lanes)) > 0;
  }

  /** Cells of all lanes that wait or are with a worker. */
  async size(posting: Posting): Promise<number> {
    return (await this.#queue(posting)).size(posting.runId, Object.keys(readRunSpec(posting.spec).lanes));
  }

  #queue(posting: Posting): Promise<CellQueue> {
    const url = this.urlOf(posting);
    let queue = this.#open.get(url);
    if (!queue) {
      queue = CellQueue.open(url);
      this.#open.set(url, queue);
    }
    return queue;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const queue of this.#open.values()) await (await queue)[Symbol.asyncDispose]();
  }
}
