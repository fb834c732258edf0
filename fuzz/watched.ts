import { Worker } from "node:worker_threads";
import type { FuzzResult } from "./run-target.ts";

/** What the worker is told. */
export interface WatchedJob {
  target: string;
  inputs: number;
  seed: number;
  /** Leads to one input, as a failure tells it. */
  path?: string;
}

/** No input takes so long; one that does has no end. */
const silenceMs = 120_000;

/** Runs targets in a thread, so that an input that never comes to an end is told, and ended. */
export class Watched {
  readonly #begun = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;

  /** What came of a target; a thread that broke rejects. */
  async run(job: WatchedJob): Promise<FuzzResult> {
    this.#worker ??= new Worker(new URL("./worker.ts", import.meta.url), { workerData: this.#begun });
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<FuzzResult>();
    const start = performance.now();
    Atomics.store(this.#begun, 0, 0);
    let last = -1;
    const look = () => {
      const now = Atomics.load(this.#begun, 0);
      if (now === last) resolve(endless(job, now, performance.now() - start));
      last = now;
    };
    const watch = setInterval(look, silenceMs);
    const gone = (code: number) => reject(new Error(`The thread of ${job.target} ended with ${code}.`));
    worker.on("message", resolve).on("error", reject).on("exit", gone);
    worker.postMessage(job);
    try {
      const result = await promise;
      if (result.slowestMs >= silenceMs) await this.close();
      return result;
    } finally {
      clearInterval(watch);
      worker.off("message", resolve).off("error", reject).off("exit", gone);
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}

function endless({ target, seed }: WatchedJob, inputs: number, ms: number): FuzzResult {
  const path = String(Math.max(0, inputs - 1));
  const problem = `no end in ${silenceMs / 1000} s`;
  const failure = { problem, counterexample: `input ${inputs}`, path };
  return { target, inputs, seed, ms: Math.round(ms), slowestMs: silenceMs, failure };
}
