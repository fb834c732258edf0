import type { HeldUp } from "@flow-state-dev/sweep";
import { visibleText } from "../text/visible-text.ts";

const mostReasons = 2;

/** Which cells try again and why, as parts of a progress line; none when all get on. */
export function heldUpText(heldUp: readonly HeldUp[]): string[] {
  const shown = heldUp.slice(0, mostReasons).map(({ cells, provider, answer }) => {
    const why = [provider, answer].filter((part) => part !== null).map((part) => visibleText(part));
    return `${cells} retrying${why.length === 0 ? "" : ` (${why.join(": ")})`}`;
  });
  const others = heldUp.slice(mostReasons).reduce((sum, { cells }) => sum + cells, 0);
  return others === 0 ? shown : [...shown, `${others} more retrying`];
}
