import { alternativesIn, compileGlob } from "../../expect/glob.ts";
import type { LinkWay } from "../../workspace/workspace.ts";
import { isAtOrBelow } from "./implicit-protection.ts";

/**
 * Whether a path is protected by one of these globs: it matches, or stands where a name that would match leads by links
 * of the base, or is such a link itself. Only links in the part of a glob before its first wildcard are followed: a
 * `node_modules/**` does not mean the packages that links in there lead to.
 *
 * @param wayTo where a path of the base leads
 */
export function protectedPaths(
  globs: readonly string[],
  wayTo: (path: string) => LinkWay,
): (path: string) => boolean {
  const compiled = globs.map(compileGlob).filter((glob) => glob.ok);
  const ways = globs.flatMap((glob) => alternativesIn(glob) ?? []).flatMap((each) => longestWay(each, wayTo));
  const links = new Set(ways.flatMap((way) => way.links));
  const matches = (path: string) => compiled.some((glob) => glob.matches(path));
  return (path) =>
    matches(path) ||
    isAtOrBelow(path, links) ||
    ways.some(({ from, at }) => {
      const below = at === "" ? `/${path}` : path.slice(at.length);
      const isThere = at === "" || path === at || path.startsWith(`${at}/`);
      return isThere && matches(`${from}${below}`);
    });
}

/** From the part of a glob before its first wildcard, or as much of it as is there; none when no link is on the way. */
function longestWay(
  glob: string,
  wayTo: (path: string) => LinkWay,
): { from: string; at: string; links: readonly string[] }[] {
  const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
  const wild = parts.findIndex((part) => /[*?[]/.test(part));
  for (let count = wild === -1 ? parts.length : wild; count > 0; count--) {
    const from = parts.slice(0, count).join("/");
    const { at, links } = wayTo(from);
    if (at !== null) return links.length === 0 ? [] : [{ from, at, links }];
  }
  return [];
}
