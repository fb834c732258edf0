import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * More room than this for objects that have just been made does not make anything faster; V8 doubles it, so that it
 * stays below 34 MB. With half of it cells live through two collections, are taken for old, and a seventh of the
 * processor's time goes into looking through them.
 */
const enoughBytes = 24_000_000;
const lookMs = 50;

/** Old objects are looked through when they have grown by this part since the last time; V8 alone waits far longer. */
const growthPercent = 20;

/**
 * Keeps V8 from taking ever more memory for garbage: a sweep of 10,000 short cells took 300 MB, of which 30 were alive,
 * and no less time for it. For a process that is ours as a whole; keeps nothing alive.
 */
export function holdMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  const watch = setInterval(() => {
    const bytes = youngBytes();
    if (bytes < enoughBytes) return;
    // Nobody could look while a large benchmark was loaded, and V8 gives nothing back while it is at work.
    if (bytes > 2 * enoughBytes) return giveBack();
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(watch);
  }, lookMs);
  watch.unref();
}

/** The room for objects that have just been made. */
function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
}

/** As when memory is short: about 10 ms for 100,000 tasks. The room grows again from its smallest size. */
function giveBack(): void {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
