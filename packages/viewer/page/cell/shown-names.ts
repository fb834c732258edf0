import type { TimelineEvent } from "../../src/contract/index.ts";

/**
 * Who did what, as it is shown in a narrow column: without the name of what it is part of, which stands above it. So
 * the worker of a pattern is `worker`, not the beginning of `bench-supervisor-worker`.
 */
export function shownNames(timeline: readonly Pick<TimelineEvent, "who" | "depth">[]): string[] {
  const above: string[] = [];
  return timeline.map(({ who, depth }) => {
    above.splice(depth, above.length, who);
    const parts = above.slice(0, depth).filter((part) => part && who.startsWith(`${part}-`));
    return who.slice(Math.max(0, ...parts.map((part) => part.length + 1))) || who;
  });
}
