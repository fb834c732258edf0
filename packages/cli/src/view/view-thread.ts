import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { GridView, RunView } from "@flow-state-dev/viewer/contract";

/** From so many cells on it is noticed by whoever asks for something else how long a run takes to be read. */
export const largeRun = 20_000;

/** What a thread is asked for. */
export interface ThreadQuestion {
  id: number;
  what: "grid" | "view";
  run: string;
}

/** What it answers: the view, or why there is none. */
export interface ThreadAnswer {
  id: number;
  view?: unknown;
  error?: unknown;
}

/** A thread has no compiled code of the process at hand until it asks for it, before the first of ours is loaded. */
const beginning = `
  const { module, compiled } = require("node:worker_threads").workerData;
  if (compiled !== null) require("node:module").enableCompileCache(compiled);
  import(module);
`;

/** Reads and works out large runs beside the server, which goes on answering. */
export interface ViewThread extends Disposable {
  grid(run: string): Promise<GridView>;
  view(run: string): Promise<RunView>;
}

/** A thread over the records of a folder; it starts with the first question and does not keep the process alive. */
export function openViewThread(folder: string): ViewThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | null = null;
  let last = 0;
  /** One that broke tells of its end twice; by then another may be in its place. */
  const end = (thread: Worker, problem: unknown) => {
    if (worker !== thread) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(problem);
    waiting.clear();
  };
  const start = (): Worker => {
    // Sources run as they are; what was compiled has another name.
    const source = import.meta.url.endsWith(".ts");
    const module = new URL(source ? "./view-worker.ts" : "./view-worker.js", import.meta.url).href;
    const compiled = getCompileCacheDir?.();
    const thread = new Worker(beginning, {
      eval: true,
      workerData: { folder, module, compiled: compiled === undefined ? null : dirname(compiled) },
      execArgv: source ? ["--conditions=@flow-state-dev/source"] : [],
    });
    thread.unref();
    thread.on("message", ({ id, view, error }: ThreadAnswer) => {
      if (error === undefined) waiting.get(id)?.resolve(view);
      else waiting.get(id)?.reject(error);
      waiting.delete(id);
    });
    thread.once("error", (problem) => end(thread, problem));
    thread.once("exit", (code) =>
      end(thread, new Error(`The thread that works out the run ended with ${code}.`)),
    );
    return thread;
  };
  const ask = (what: ThreadQuestion["what"], run: string): Promise<unknown> => {
    worker ??= start();
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    worker.postMessage({ id: last, what, run } satisfies ThreadQuestion);
    return answer.promise;
  };
  return {
    grid: (run) => ask("grid", run) as Promise<GridView>,
    view: (run) => ask("view", run) as Promise<RunView>,
    [Symbol.dispose]: () => void worker?.terminate(),
  };
}
