import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** More room than this for objects that have just been made does not make anything faster. */
const enoughBytes = 12_000_000;
const lookMs = 50;

/**
 * Keeps V8 from giving ever more room to objects that have just been made: a long sweep would take 100 MB more for the
 * garbage of its cells, and none of its time. For a process that is ours as a whole; keeps nothing alive.
 */
export function holdYoungMemory(): void {
  const watch = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (young && young.space_size < enoughBytes) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(watch);
  }, lookMs);
  watch.unref();
}
