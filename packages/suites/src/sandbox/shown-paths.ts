import { lstatSync } from "node:fs";

/** What becomes of a path of the host in the view of a command. */
export type PathPart = readonly [path: string, part: "shown" | "no folder" | "no file"];

/** Is a path this one, or below it? */
export function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(top === "/" ? "/" : `${top}/`);
}

/**
 * Paths in the order in which they are to be mounted, the outer ones first: what is shown, and what of it is hidden
 * nevertheless. What is not seen anyway, or is not there, needs no hiding.
 */
export function shownPaths(shown: readonly string[], hidden: readonly string[]): PathPart[] {
  const all = [
    ...hidden.map((path) => [path, hiddenAs(path)] as const),
    ...shown.map((path) => [path, "shown"] as const),
  ].toSorted(([a], [b]) => depthOf(a) - depthOf(b));
  const parts: PathPart[] = [];
  for (const [path, part] of all) {
    const around = parts.findLast(([top]) => isWithin(path, top));
    if (part === "shown" || (part !== null && around?.[1] === "shown" && around[0] !== path))
      parts.push([path, part]);
  }
  return parts;
}

function hiddenAs(path: string): PathPart[1] | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return !facts || facts.isSymbolicLink() ? null : facts.isDirectory() ? "no folder" : "no file";
}

function depthOf(path: string): number {
  return path.split("/").filter((part) => part !== "").length;
}
