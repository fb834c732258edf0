import { isUtf8 } from "node:buffer";
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { isInstalledPath } from "../patch/installed-path.ts";
import { leftOutLine } from "../patch/left-out.ts";
import { printable } from "../text/printable.ts";
import { diffBytes, diffPairs, type Pair, type Side } from "./diff-pairs.ts";
import { keptByGit } from "./kept-by-git.ts";
import { refusedByGit } from "./refused-by-git.ts";
import { readWhole } from "./same-content.ts";
import { ownFolder } from "./scan-source.ts";
import type { Change, Entry, PatchOptions } from "./workspace.ts";

const defaultMostBytes = 16 * 2 ** 20;
/** Most patches take a tenth of a second; texts of few different lines, made for it, took minutes. */
const defaultMostMs = 20_000;
const mostNamed = 20;
const mostOfName = 400;

/**
 * Changes as a patch that `git apply` takes. git only sees contents that are handed to it, in a repository of our own
 * in `scratch`: neither attributes, settings nor hooks of the workspace have a say. Whatever the changes are, there is
 * a patch: what it cannot hold, because git refuses it or because it is ours, is named in lines at the top.
 */
export async function makePatch(
  changes: readonly Change[],
  roots: { base: string; current: string; scratch: string },
  options: PatchOptions = {},
): Promise<string> {
  const ofGit = keptByGit(roots.base);
  const patchable = changes.filter((change) => hasContent(change) && !ofGit(change.path));
  const able = patchable.filter((change) => canBeHeld(change, roots));
  const { taken, left } = choose(able, options.mostBytes ?? defaultMostBytes);
  const pairs = taken.map((change) => readPair(change, roots));
  const isText = ({ from, to }: Pair) => [from, to].every((side) => side === null || isUtf8(side.bytes));
  const asText = pairs.filter(isText);
  const parts = [
    (await diffPairs(asText, join(roots.scratch, "text"), "", options.mostMs ?? defaultMostMs)) ??
      (await diffBytes(asText, join(roots.scratch, "slow"))),
    // Bytes that are no UTF-8 would not survive in a string, so git is told to encode them.
    await diffBytes(
      pairs.filter((pair) => !isText(pair)),
      join(roots.scratch, "bytes"),
    ),
  ];
  const held = new Set(able);
  const others = changes.filter((change) => toOf(change)?.type === "other" && !ofGit(change.path));
  return leftOutNote([...others, ...patchable.filter((each) => !held.has(each)), ...left]) + parts.join("");
}

function hasContent(change: Change): boolean {
  return [fromOf(change), toOf(change)].some((entry) => entry?.type === "file" || entry?.type === "link");
}

/** Not what git would refuse to apply, nor what would lie in our own folder, nor links whose target is no text. */
function canBeHeld(change: Change, { base, current }: { base: string; current: string }): boolean {
  const [from, to] = [fromOf(change), toOf(change)];
  const isLink = from?.type === "link" || to?.type === "link";
  if (change.path.split("/").includes(ownFolder) || refusedByGit(change.path, isLink)) return false;
  return (
    (from?.type !== "link" || isUtf8(readlinkSync(`${base}/${change.path}`, "buffer"))) &&
    (to?.type !== "link" || isUtf8(readlinkSync(`${current}/${change.path}`, "buffer")))
  );
}

const fromOf = (change: Change): Entry | null => (change.kind === "added" ? null : change.from);
const toOf = (change: Change): Entry | null => (change.kind === "deleted" ? null : change.to);

/** What fits: small before large, and a project's own files before installed ones. */
function choose(changes: readonly Change[], most: number): { taken: Change[]; left: Change[] } {
  const sizeOf = (change: Change) => (fromOf(change)?.size ?? 0) + (toOf(change)?.size ?? 0);
  const installed = (change: Change) => Number(isInstalledPath(change.path));
  const order = changes.toSorted((a, b) => installed(a) - installed(b) || sizeOf(a) - sizeOf(b));
  let used = 0;
  const taken = new Set<Change>();
  for (const change of order) {
    if (used + sizeOf(change) > most) break;
    used += sizeOf(change) + 256 + 4 * lengthInQuotes(change.path);
    taken.add(change);
  }
  return {
    taken: changes.filter((each) => taken.has(each)),
    left: changes.filter((each) => !taken.has(each)),
  };
}

/** Of a name as git writes it, which it does four times in a patch: what is not plain takes four letters a byte. */
function lengthInQuotes(path: string): number {
  const bytes = Buffer.byteLength(path);
  return bytes + 3 * (bytes - (path.match(/[ -~]/g)?.length ?? 0));
}

function readPair(change: Change, { base, current }: { base: string; current: string }): Pair {
  const side = (entry: Entry | null, path: string): Side | null => {
    if (entry?.type === "link") return { mode: "120000", bytes: readlinkSync(path, "buffer") };
    if (entry?.type !== "file") return null;
    return { mode: entry.executable ? "100755" : "100644", bytes: readWhole(path) ?? Buffer.alloc(0) };
  };
  return {
    path: change.path,
    from: side(fromOf(change), `${base}/${change.path}`),
    to: side(toOf(change), `${current}/${change.path}`),
  };
}

function natureOf(change: Change): string {
  const { type, size } = (toOf(change) ?? fromOf(change))!;
  if (type !== "other") return `${size} bytes`;
  return change.path.includes("\ufffd") ? "by a name that is no text" : "a pipe, socket or device";
}

/** Lines before the first header, which `git apply` passes over. */
function leftOutNote(left: readonly Change[]): string {
  if (left.length === 0) return "";
  const lines = left.slice(0, mostNamed).map((change) => {
    const name = printable(change.path.replaceAll("\n", " "), mostOfName);
    return leftOutLine(`${name} (${change.kind}, ${natureOf(change)})`);
  });
  const more = left.length - lines.length;
  return lines.join("") + (more > 0 ? leftOutLine(`${more} more`) : "");
}
