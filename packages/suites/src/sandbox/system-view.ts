import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { realOr } from "../workspace/real-or.ts";
import { publicSettings } from "./public-settings.ts";
import { isWithin } from "./shown-paths.ts";

/** What of the host a command sees besides its workspace: programs and public settings, nothing of any user. */
export interface SystemView {
  /** Folders and files, read-only, at the same path. */
  readable: readonly string[];
  /** Links at the top, as on the host: [path, target]. */
  links: readonly (readonly [path: string, target: string])[];
  /** Where programs are looked for. */
  path: string;
  /** Node inside, for the bridge to the gateway. */
  node: string;
}

const programFolders = ["/usr", "/nix/store", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Where every system looks for programs. */
const searched = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Are the programs of the system in this folder, so that nothing would run without it? */
export function holdsSystem(path: string): boolean {
  return [...programFolders, ...searched].some((folder) => isWithin(folder, path));
}

/** What this machine has of it, without what is to be hidden. */
export function systemView(hidden: readonly string[] = []): SystemView {
  const isHidden = (path: string) => hidden.some((top) => isWithin(path, top));
  const readable: string[] = [];
  const links: [string, string][] = [];
  for (const path of [...programFolders, ...publicSettings()]) {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (!facts) continue;
    if (facts.isSymbolicLink() && programFolders.includes(path)) links.push([path, readlinkSync(path)]);
    else readable.push(path);
  }
  const node = realpathSync(process.execPath);
  const folders = [dirname(node), ...searched];
  const optional = optionalPrograms().filter((path) => !isHidden(realOr(path)));
  for (const root of [...optional, ...nodeRoots(node)])
    if (isHidden(root) || !readable.some((seen) => isWithin(root, seen))) readable.push(root);
  folders.push(...ownProgramFolders(readable).filter((path) => !isHidden(path)));
  return { readable, links, path: [...new Set(folders)].join(delimiter), node };
}

/** Of `/opt` what the user's own PATH leads to: programs lie there, and now and then other things. */
function optionalPrograms(): string[] {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((path) => /^\/opt\/[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].filter((path) => existsSync(path));
}

/** Where the user's own PATH looks beside that, as far as it can be seen, such as `/usr/local/go/bin`. */
function ownProgramFolders(readable: readonly string[]): string[] {
  const isSeen = (path: string) => readable.some((root) => isWithin(path, root));
  const named = (process.env.PATH ?? "").split(delimiter).filter((path) => isAbsolute(path));
  return named.flatMap((path) => [path, realOr(path)].find(isSeen) ?? []);
}

/**
 * The folders of the running Node: its installation when it looks like one (`bin` beside `lib`), so that npm comes
 * along, else the program alone.
 */
function nodeRoots(node: string): string[] {
  const root = dirname(dirname(node));
  return existsSync(join(root, "lib/node_modules/npm"))
    ? [join(root, "bin"), join(root, "lib/node_modules")]
    : [node];
}
