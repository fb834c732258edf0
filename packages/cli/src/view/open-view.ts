import {
  artifactText,
  findRun,
  judgeCheckKind,
  type Run,
  type RunStore,
} from "@flow-state-dev/records/store";
import { type LabelBook, type RunListItem, textChunk, type ViewSource } from "@flow-state-dev/viewer";
import { gridOfRun } from "./grid-of-run.ts";
import { headOfRun } from "./run-head.ts";
import { taskFacts } from "./task-facts.ts";
import { viewOfRun } from "./view-of-run.ts";
import { largeRun, openViewThread } from "./view-thread.ts";
import { watchRuns } from "./watch-runs.ts";

const listed = 500;
const kept = 50;

/** Where the page has everything from, and a way to have a run ready before it is asked for. */
export interface PreparedView extends ViewSource, Disposable {
  /**
   * Begins to read a run that is finished; a large one is worked out as well. What goes wrong is said when the page
   * asks for it. One that goes on is read when it is asked for, as it is then.
   */
  prepare(run: Run): void;
}

/**
 * Everything the page asks for, from a store. What a finished run comes to is computed once; what is heavy loads when
 * it is first asked for, so that the page is there at once.
 */
export function openView(
  store: RunStore,
  {
    labels,
    folder,
    settle = async () => {},
    waiting = new Set(),
  }: {
    labels: LabelBook;
    /** Where the store is, if threads may open it. */
    folder?: string;
    /** Sees whether runs have died; called whenever it is asked how runs are. */
    settle?: () => Promise<void>;
    /** Runs that wait for workers, as `settle` has seen it. */
    waiting?: ReadonlySet<string>;
  },
): PreparedView {
  const watch = watchRuns(store, { settle, waiting });
  const thread = folder === undefined ? null : openViewThread(folder);
  const threadFor = ({ plannedCells }: Run) => (plannedCells >= largeRun ? thread : null);
  const once = remembering();
  const headFor = (run: Run) => headOfRun(store, run, waiting.has(run.id));
  const source: PreparedView = {
    prepare(run) {
      if (run.state !== "finished") return;
      const ready = async () => {
        await source.grid(run.id);
        if (threadFor(run)) await source.run(run.id);
      };
      ready().catch(() => {});
    },
    async runs() {
      await settle();
      const runs: RunListItem[] = [];
      let more = 0;
      for await (const run of store.runs({ notKind: judgeCheckKind, limit: 10 * listed })) {
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
    async head(name) {
      await settle();
      return headFor(await findRun(store, name));
    },
    async grid(name) {
      const run = await findRun(store, name);
      return once(
        "grid",
        run,
        () => threadFor(run)?.grid(run.id) ?? gridOfRun(store, run, taskFacts(run.manifest)),
      );
    },
    async run(name) {
      const run = await findRun(store, name);
      return once("view", run, async () => {
        return threadFor(run)?.view(run.id) ?? viewOfRun(store, run, await headFor(run));
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
      return found && textChunk(artifactText(found), from);
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
    [Symbol.dispose]() {
      watch[Symbol.dispose]();
      thread?.[Symbol.dispose]();
    },
  };
  return source;
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
