import { count } from "./format.ts";

/** How many of a list are not in it, where it would be too long. */
export function More({ rest }: { rest: number }) {
  return rest > 0 ? <p class="meta">and {count(rest)} more</p> : null;
}
