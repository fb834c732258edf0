import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** All that is below a folder: path to a line that tells all that counts about it. */
export function treeListing(
  root: string,
  leaveOut: (path: string) => boolean = () => false,
): Map<string, string> {
  const listing = new Map<string, string>();
  const visit = (folder: string) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (leaveOut(path)) continue;
      const facts = lstatSync(join(root, path));
      if (facts.isDirectory()) {
        listing.set(path, "folder");
        visit(path);
      } else if (facts.isSymbolicLink()) listing.set(path, `link ${readlinkSync(join(root, path))}`);
      else if (facts.isFile()) {
        const executable = (facts.mode & 0o100) !== 0;
        listing.set(path, `file ${executable} ${readFileSync(join(root, path)).toString("hex")}`);
      } else listing.set(path, "other");
    }
  };
  visit("");
  return listing;
}

/** A listing without its folders, which patches do not know. */
export function filesOf(listing: Map<string, string>): Map<string, string> {
  return new Map([...listing].filter(([, facts]) => facts !== "folder"));
}

/** The differences between two listings: path to what happened. Folders count where they took another's place. */
export function listingDifference(
  base: Map<string, string>,
  current: Map<string, string>,
): Map<string, string> {
  const difference = new Map<string, string>();
  for (const path of new Set([...base.keys(), ...current.keys()])) {
    const [before, now] = [base.get(path), current.get(path)];
    if (before === now || ((before ?? now) === "folder" && (now ?? before) === "folder")) continue;
    difference.set(path, before === undefined ? "added" : now === undefined ? "deleted" : "modified");
  }
  return difference;
}
