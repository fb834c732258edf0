import { posix } from "node:path";
import { shown } from "../text/shown.ts";
import { describeMissing, plain } from "./describe-missing.ts";
import { type Finding, found } from "./evidence.ts";
import { isExactNumber } from "./exact-json.ts";
import type { PlainExpectation } from "./expectation.ts";
import { describeDifference } from "./first-difference.ts";
import type { FolderView } from "./graded-workspace.ts";
import { parseDocument } from "./json-document.ts";
import { valueAt } from "./json-pointer.ts";
import { sameJson } from "./same-json.ts";
import { checkContains, checkMatches } from "./text-checks.ts";

/** Bytes of a file that are read to grade it, at most. */
const mostFileBytes = 16 * 1024 * 1024;

type FileExpectation = Extract<PlainExpectation, { path: string }>;

/** Holds an expectation about one file against a folder. */
export async function checkFile(
  expectation: Exclude<FileExpectation, { kind: "diff" }>,
  view: FolderView,
): Promise<Finding> {
  const { path } = expectation;
  if (expectation.kind === "file-exists") return await checkExists(view, path);
  if (expectation.kind === "no-file") return await checkGone(view, path);
  const file = await readWhole(view, path);
  if (!file.ok) return file.finding;
  switch (expectation.kind) {
    case "file-contains":
      return checkContains({ name: plain(path), text: file.text() }, expectation.text);
    case "file-matches":
      return await checkMatches({ name: plain(path), text: file.text() }, expectation);
    case "file-equals": {
      const other = await readWhole(view, expectation.other);
      if (!other.ok) return other.finding;
      if (file.bytes.equals(other.bytes))
        return found(true, `both files are the same ${file.bytes.length} bytes`);
      return found(
        false,
        describeDifference({ name: plain(path), ...file }, { name: plain(expectation.other), ...other }),
      );
    }
    case "file-json":
      return checkJson(plain(path), file.text(), expectation);
  }
}

async function checkExists(view: FolderView, path: string): Promise<Finding> {
  const wantsFolder = path.endsWith("/");
  const name = wantsFolder ? path.slice(0, -1) : path;
  const kind = await view.kind(name);
  if (kind === (wantsFolder ? "folder" : "file")) return found(true, `${plain(path)} is there`);
  if (kind === "file") return found(false, `${plain(name)} is a file, not a folder`);
  // No file, and yet something is there: neither is what anybody asks for.
  if (kind === "folder") return found(null, `${plain(name)} is a folder (file:${name}/ exists asks for one)`);
  return found(kind === "missing" ? false : null, await describeAbsent(view, name, kind));
}

async function checkGone(view: FolderView, path: string): Promise<Finding> {
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  const kind = await view.kind(name);
  if (kind === "missing") return found(true, `nothing is at ${plain(path)}`);
  if (kind === "link" && name.includes("/") && (await view.kind(posix.dirname(name))) === "link")
    return found(
      false,
      `a link on the way to ${plain(path)} leads out of the workspace or nowhere; it is not followed`,
    );
  const what = {
    file: "a file",
    folder: "a folder",
    link: "a link",
    other: "a pipe, a socket, a device or what may not be looked at",
  }[kind];
  return found(false, `${what} is at ${plain(path)}`);
}

async function describeAbsent(
  view: FolderView,
  path: string,
  kind: "link" | "missing" | "other",
): Promise<string> {
  if (kind === "missing") return await describeMissing(view, path);
  if (kind === "link")
    return `${plain(path)} is a link that leads nowhere or out of the workspace; it is not followed`;
  return `${plain(path)} is a pipe, a socket or a device, or may not be looked at`;
}

type WholeFile = { ok: true; bytes: Buffer; text: () => string } | { ok: false; finding: Finding };

async function readWhole(view: FolderView, path: string): Promise<WholeFile> {
  const no = (holds: false | null, text: string): WholeFile => ({ ok: false, finding: found(holds, text) });
  const kind = await view.kind(path);
  // What is not there holds nothing; what is there and cannot be read tells nothing.
  if (kind === "folder") return no(null, `${plain(path)} is a folder`);
  if (kind !== "file") return no(kind === "missing" ? false : null, await describeAbsent(view, path, kind));
  const read = await view.read(path, mostFileBytes + 1);
  if (read === null) return no(null, `${plain(path)} may not be read`);
  if (read.length > mostFileBytes)
    return no(null, `${plain(path)} is larger than 16 MB; such files are not read`);
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.length);
  return { ok: true, bytes, text: () => new TextDecoder().decode(bytes) };
}

function checkJson(
  name: string,
  text: string,
  { pointer, value }: { pointer: string; value: unknown },
): Finding {
  const document = parseDocument(text);
  if (document === undefined) return found(null, `${name} is not JSON`);
  const at = valueAt(document.value, pointer);
  const place = pointer === "" ? name : `${name} at ${plain(pointer)}`;
  if (!at.ok) return found(false, `${name} has nothing at ${plain(pointer)}; ${at.reason}`);
  if (sameJson(at.value, value)) return found(true, `${place} is ${shownJson(value)}`);
  return found(false, `${place} is ${shownJson(at.value)}, not ${shownJson(value)}`);
}

function shownJson(value: unknown): string {
  if (typeof value === "string") return shown(value, 80);
  if (isExactNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return String(value);
  return `an object with ${
    Object.keys(value)
      .slice(0, 8)
      .map((key) => shown(key, 30))
      .join(", ") || "nothing"
  }`;
}
