import { findRun, type Run, type RunStore } from "@flow-state-dev/records";
import { type LabelBook, type RunListItem, textChunk, textOf, type ViewSource } from "@flow-state-dev/viewer";
import { gridOfRun } from "./grid-of-run.ts";
import { headOf } from "./run-head.ts";
import { taskFacts } from "./task-facts.ts";
import { largeRun, viewInThread } from "./view-in-thread.ts";
import { viewOfRun } from "./view-of-run.ts";
import { watchRuns } from "./watch-runs.ts";

const listed = 500;
const kept = 50;

/**
 * Everything the page asks for, from a store. What a finished run comes to is computed once; what is heavy loads when it
 * is first asked for, so that the page is there at once.
 */
export function openView(
  store: RunStore,
  {
    labels,
    folder,
  }: { labels: LabelBook /** Where the store is, if threads may open it. */; folder?: string },
): ViewSource & Disposable {
  const watch = watchRuns(store);
  const once = remembering();
  const headFor = async (run: Run) => headOf(run, await store.totals(run.id));
  return {
    async runs() {
      const runs: RunListItem[] = [];
      let more = 0;
      for await (const run of store.runs({ limit: 10 * listed })) {
        if (run.manifest.kind === "judge-check") continue;
        if (runs.length < listed) runs.push(await headFor(run));
        else more += 1;
      }
      return { runs, more };
    },
    async score(name) {
      const run = await findRun(store, name);
      const { scoreOfRun } = await import("./score-of-run.ts");
      return once("score", run, () => scoreOfRun(store, run));
    },
    head: async (name) => headFor(await findRun(store, name)),
    async grid(name) {
      const run = await findRun(store, name);
      return once("grid", run, () => gridOfRun(store, run, taskFacts(run.manifest)));
    },
    async run(name) {
      const run = await findRun(store, name);
      return once("view", run, async () => {
        if (folder !== undefined && run.plannedCells >= largeRun) return viewInThread(folder, run.id);
        return viewOfRun(store, run, await headFor(run));
      });
    },
    async cell(name, cell) {
      const run = await findRun(store, name);
      const { cellOfRun } = await import("./cell-of-run.ts");
      return cellOfRun(store, run, taskFacts(run.manifest), cell);
    },
    async text(name, { subject, task, repetition, attempt, artifact, from }) {
      const { id } = await findRun(store, name);
      const found = await store.artifact(id, { subject, task, run: repetition }, attempt, artifact);
      return found && textChunk(textOf(found.content), from);
    },
    async compare(a, b) {
      const { compareSides } = await import("./compare-sides.ts");
      return compareSides(store, a, b, headFor);
    },
    async judge(name) {
      const { judgeOfRun } = await import("./judge-of-run.ts");
      return judgeOfRun(store, await findRun(store, name), labels);
    },
    async labelQueue(name) {
      const { nextLabels } = await import("./label-queue.ts");
      return nextLabels(store, await findRun(store, name), labels);
    },
    async label(name, input) {
      const { takeLabel } = await import("./label-queue.ts");
      return takeLabel(store, await findRun(store, name), labels, input);
    },
    watch: (listener) => watch.add(listener),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}

/** Keeps what was computed of runs that cannot change any more, the latest of it. */
function remembering() {
  const answers = new Map<string, Promise<unknown>>();
  return <T>(what: string, run: Run, compute: () => Promise<T>): Promise<T> => {
    if (run.state !== "finished") return compute();
    const key = `${what} ${run.id} ${run.updatedAt}`;
    const known = answers.get(key) as Promise<T> | undefined;
    if (known) return known;
    const fresh = compute();
    answers.set(key, fresh);
    fresh.catch(() => answers.delete(key));
    for (const old of [...answers.keys()].slice(0, -kept)) answers.delete(old);
    return fresh;
  };
}
