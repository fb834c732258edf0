import { isUtf8 } from "node:buffer";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { applyBinary, readPatch } from "@flow-state-dev/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "./apply-changes.ts";
import { checkPatch } from "./check-patch.ts";

/** What stands at a path: text or bytes, executable or not; or where a link leads. */
type Entry = { bytes: Uint8Array; executable: boolean } | { link: string };
type Tree = Record<string, Entry>;

const file = (content: string | Uint8Array, executable = false): Entry => ({
  bytes: typeof content === "string" ? Buffer.from(content) : content,
  executable,
});
const longAgo = new Date(0);
const inAWhile = new Date(Date.now() + 3_600_000);

test.each<[string, Tree, Tree]>([
  ["a new file", {}, { "src/a.txt": file("one\ntwo\n") }],
  ["an empty file", {}, { "a.txt": file("") }],
  [
    "a changed line",
    { "a.txt": file("1\n2\n3\n4\n5\n6\n7\n8\n9\n") },
    { "a.txt": file("1\n2\n3\nfour\n5\n6\n7\n8\n9\n") },
  ],
  [
    "changes far apart",
    { "a.txt": file(`${"x\n".repeat(50)}a\n${"y\n".repeat(50)}b\n`) },
    { "a.txt": file(`new\n${"x\n".repeat(50)}${"y\n".repeat(50)}c\nb\n`) },
  ],
  ["a lost line end", { "a.txt": file("1\n2\n") }, { "a.txt": file("1\n2") }],
  ["a found line end", { "a.txt": file("1") }, { "a.txt": file("1\n") }],
  ["Windows line ends", { "a.txt": file("1\r\n2\r\n") }, { "a.txt": file("1\r\n3\r\n") }],
  ["a file that becomes empty", { "a.txt": file("1\n") }, { "a.txt": file("") }],
  ["a deleted file, with its folder", { "a/b/c.txt": file("1\n"), d: file("") }, { d: file("") }],
  ["an executable bit", { run: file("1\n") }, { run: file("1\n", true) }],
  ["an executable bit and a change", { run: file("1\n", true) }, { run: file("2\n") }],
  ["a name with quotes, blanks and letters of other tongues", {}, { 'a "b" \\ é\tü.txt': file("1\n") }],
  ["lines that look like a patch", {}, { a: file("diff --git a/x b/x\n@@ -1 +1 @@\n--- a\n+++ b\n\\ No\n") }],
  ["bytes", { a: file(bytes(300, 1)) }, { a: file(bytes(300, 2)), b: file(bytes(5_000, 3)) }],
  ["a few bytes among many", { a: file(bytes(90_000, 1)) }, { a: file(touched(bytes(90_000, 1))) }],
  ["a link", {}, { "a/link": { link: "b.txt" }, "a/b.txt": file("1\n") }],
  ["a file that becomes a link", { a: file("1\n"), b: file("2\n") }, { a: { link: "b" }, b: file("2\n") }],
  ["a file that becomes a folder", { a: file("1\n") }, { "a/b": file("2\n") }],
  ["a folder that becomes a file", { "a/b": file("1\n"), "a/c/d": file("2\n") }, { a: file("3\n") }],
])("%s comes out as git means it", (_what, before, after) => {
  const { patch, found } = throughPatch(before, after);
  expect(found, patch).toEqual(plain(after));
});

test("whatever changes, applying the patch gives what it was made from", () => {
  const name = fc.constantFrom("a", "b", "c/d", "c/e", "f/g/h");
  const text = fc.array(fc.constantFrom("one\n", "two\n", "three\n", "four\r\n", "five"), { maxLength: 30 });
  const content = fc.oneof(
    text.map((lines) => file(lines.join(""))),
    fc.uint8Array({ maxLength: 400 }).map((each) => file(each)),
  );
  const tree = fc
    .array(fc.tuple(name, content), { maxLength: 4 })
    .map((entries): Tree => Object.fromEntries(entries));
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const { patch, found } = throughPatch(before, after);
      expect(found, patch).toEqual(plain(after));
    }),
    { numRuns: 40 },
  );
});

test.each<[string, (folder: string) => void, string]>([
  ["changed", (folder) => writeFileSync(join(folder, "a.txt"), "other\n"), "a.txt: it was changed meanwhile"],
  ["deleted", (folder) => rmSync(join(folder, "a.txt")), "a.txt: it is gone by now"],
  ["written", (folder) => writeFileSync(join(folder, "new.txt"), "mine\n"), "new.txt: it is there by now"],
  ["made executable", (folder) => chmodSync(join(folder, "a.txt"), 0o755), "a.txt: it was changed meanwhile"],
])("a file that was %s meanwhile: nothing is applied, and why is told", (_what, meddle, why) => {
  using folder = tempFolder();
  const patch = patchOf({ "a.txt": file("1\n") }, { "a.txt": file("2\n"), "new.txt": file("3\n") });
  writeTree(folder.path, { "a.txt": file("1\n") });
  meddle(folder.path);
  const checked = checkPatch(readPatch(patch), folder.path, inAWhile);
  expect(checked.ok ? [] : checked.conflicts.map(({ path, why: reason }) => `${path}: ${reason}`)).toEqual([
    why,
  ]);
});

test("a file that was touched since the agent began is not overwritten, though it looks the same", () => {
  using folder = tempFolder();
  const patch = patchOf({ a: file("1\n") }, { a: file("2\n") });
  writeTree(folder.path, { a: file("1\n") });
  expect(checkPatch(readPatch(patch), folder.path, longAgo)).toEqual({
    ok: false,
    conflicts: [{ path: "a", why: "it was changed meanwhile" }],
  });
});

test.each([
  ["out of the folder", "../out", "it leads out of the folder"],
  ["into git's own", ".git/hooks/pre-commit", "it is git's own"],
  ["into git's own, by another spelling", "sub/.GIT/config", "it is git's own"],
  ["into git's own, as Windows spells it", "git~1/config", "it is git's own"],
  ["into git's own, with letters nobody sees", ".g\u200cit/config", "it is git's own"],
  ["into the records", ".x/x.db-journal", "it is the folder of the records"],
  ["into the records of a folder below", "sub/.X/x.db", "it is the folder of the records"],
  ["through a link", "link/out", "link is a link"],
])("nothing is written %s", (_what, path, why) => {
  using folder = tempFolder();
  using elsewhere = tempFolder();
  symlinkSync(elsewhere.path, join(folder.path, "link"));
  const patch = patchOf({}, { "some/file": file("x\n") }).replaceAll("some/file", path);
  expect(checkPatch(readPatch(patch), folder.path, longAgo)).toEqual({
    ok: false,
    conflicts: [{ path, why }],
  });
  expect(readdirSync(elsewhere.path)).toEqual([]);
});

test("nothing is written through what the same patch makes", () => {
  using folder = tempFolder();
  const [link, below] = [patchOf({}, { a: { link: "b" } }), patchOf({}, { "a/c": file("x\n") })];
  expect(checkPatch(readPatch(link + below), folder.path, longAgo)).toEqual({
    ok: false,
    conflicts: [{ path: "a/c", why: "a becomes a link" }],
  });
});

test.each(["160000", "104755", "040000", "100777"])("nothing of the kind %s is made", (mode) => {
  using folder = tempFolder();
  const patch = patchOf({}, { a: file("x\n") }).replace("100644", mode);
  const conflicts = [{ path: "a", why: "it is to be no file and no link" }];
  expect(checkPatch(readPatch(patch), folder.path, longAgo)).toEqual({ ok: false, conflicts });
});

test("links that lead out only together are not made", () => {
  using folder = tempFolder();
  const after: Tree = { "d/e/top": { link: "../.." }, out: { link: "d/e/top/.." } };
  expect(checkPatch(readPatch(patchOf({}, after)), folder.path, longAgo)).toEqual({
    ok: false,
    conflicts: [{ path: "out", why: "it is a link that leads out of the folder" }],
  });
});

test("a file of many lines is changed at its end", () => {
  const lines = "x\n".repeat(400_000);
  const { found } = throughPatch({ a: file(`${lines}1\n`) }, { a: file(`${lines}2\n`) });
  expect(found).toEqual(plain({ a: file(`${lines}2\n`) }));
});

test.each<[string, string]>([
  ["a sign before its place", "@@ -1 +1 @@\n\\ No newline at end of file\n"],
  ["a piece without numbers", "@@ bad @@\n+x\n"],
  ["bytes that are no letters", "GIT binary patch\nliteral 5\nA \u00e9\n\n"],
  ["bytes that are cut short", "GIT binary patch\nliteral 5\nKcmZQz00\n\n"],
  ["bytes that nothing was packed into", "GIT binary patch\nliteral 5\nD00000\n\n"],
  ["bytes without end", "GIT binary patch\nliteral 999999999999\nHcmV?d00001\n\n"],
])("a patch with %s is refused, in one way or the other", (_what, body) => {
  using folder = tempFolder();
  const refused = () => {
    const checked = checkPatch(
      readPatch(`diff --git a/a b/a\nnew file mode 100644\n${body}`),
      folder.path,
      longAgo,
    );
    return checked.ok ? "fits" : checked.conflicts[0]!.why;
  };
  expect(told(refused)).toMatch(/^The patch cannot be read: |^the patch does not fit it$/);
});

test("a few bytes do not become more than a patch may hold", () => {
  const old = Buffer.alloc(0xffffff);
  // Its size as it is told, then the whole of the old bytes, again and again.
  const delta = (size: number[]) =>
    Buffer.from([
      0xff,
      0xff,
      0xff,
      0x07,
      ...size,
      ...Array.from({ length: 9 }, () => [0xf0, 255, 255, 255]).flat(),
    ]);
  for (const size of [[0xff, 0xff, 0xff, 0x47], [10]]) {
    const bytes = delta(size);
    const change = { kind: "delta" as const, packed: deflateSync(bytes), size: bytes.length };
    expect(() => applyBinary(change, old)).toThrow(/larger than a patch may be|another size than it says/);
  }
});

test.each(["/etc/passwd", "../../up", ".."])("a link to %s is not made", (link) => {
  using folder = tempFolder();
  const checked = checkPatch(readPatch(patchOf({}, { "a/b": { link } })), folder.path, longAgo);
  const why = "it is a link that leads out of the folder";
  expect(checked).toEqual(
    link === ".."
      ? { ok: true, changes: [expect.anything()] }
      : { ok: false, conflicts: [{ path: "a/b", why }] },
  );
});

test("a patch from which something was taken out is seen by its hash", () => {
  using folder = tempFolder();
  const patch = patchOf({}, { key: file("key = abcdef\n") }).replace("abcdef", "[redacted]");
  const why = "its patch was altered, since it holds what looks like a key";
  expect(checkPatch(readPatch(patch), folder.path, longAgo)).toEqual({
    ok: false,
    conflicts: [{ path: "key", why }],
  });
});

test("when writing fails half-way, everything is as it was", () => {
  using folder = tempFolder();
  const before = { a: file("1\n"), gone: file("2\n") };
  writeTree(folder.path, before);
  const checked = checkPatch(
    readPatch(patchOf(before, { a: file("3\n"), "b/c": file("4\n") })),
    folder.path,
    inAWhile,
  );
  const changes = checked.ok ? checked.changes : [];
  expect(changes.map(({ path }) => path)).toEqual(["a", "b/c", "gone"]);
  // A path that no file system takes.
  const bad = { path: "n".repeat(300), before: null, after: { mode: "100644", bytes: Buffer.alloc(0) } };
  expect(() => applyChanges([...changes, bad], folder.path)).toThrow("ENAMETOOLONG");
  expect(readTree(folder.path)).toEqual(plain(before));
});

test("what did not fit into a patch is told", () => {
  const text = `# left out: big.bin (added, 99999999 bytes)\n${patchOf({}, { a: file("1\n") })}`;
  const { files, leftOut } = readPatch(text);
  expect(leftOut).toEqual(["big.bin (added, 99999999 bytes)"]);
  expect(files.map(({ path }) => path)).toEqual(["a"]);
});

/** What it gives, or the message of its error when that is one of ours. */
function told(work: () => string): string {
  try {
    return work();
  } catch (error) {
    expect(error).toMatchObject({ code: "patch-format" });
    return (error as Error).message;
  }
}

function throughPatch(before: Tree, after: Tree) {
  using folder = tempFolder();
  const patch = patchOf(before, after);
  writeTree(folder.path, before);
  const checked = checkPatch(readPatch(patch), folder.path, inAWhile);
  expect(checked, patch).toMatchObject({ ok: true });
  if (checked.ok) applyChanges(checked.changes, folder.path);
  return { patch, found: readTree(folder.path) };
}

/** The patch that git makes between two trees, as workspaces ask for it. */
function patchOf(before: Tree, after: Tree): string {
  using folder = tempFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null", ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
  git("init", "--quiet");
  const all = [...Object.values(before), ...Object.values(after)];
  const text = all.every((entry) => "link" in entry || isUtf8(entry.bytes));
  writeFileSync(join(folder.path, ".git/info/attributes"), text ? "" : "* -diff\n");
  writeTree(folder.path, before);
  git("add", "--all");
  const from = git("write-tree").trim();
  for (const name of readdirSync(folder.path))
    if (name !== ".git") rmSync(join(folder.path, name), { recursive: true });
  writeTree(folder.path, after);
  git("add", "--all");
  const flags = ["-r", "-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv"];
  return git("diff-tree", ...flags, from, git("write-tree").trim());
}

function writeTree(folder: string, tree: Tree): void {
  for (const [path, entry] of Object.entries(tree)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if ("link" in entry) symlinkSync(entry.link, target);
    else writeFileSync(target, entry.bytes, { mode: entry.executable ? 0o755 : 0o644 });
  }
}

function readTree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const entries = paths.map((path) => [path, lstatSync(join(folder, path))] as const);
  return Object.fromEntries(
    entries
      .filter(([, facts]) => !facts.isDirectory())
      .map(([path, facts]) => [
        path,
        facts.isSymbolicLink()
          ? `link ${readlinkSync(join(folder, path))}`
          : `${facts.mode & 0o100 ? "x " : ""}${readFileSync(join(folder, path)).toString("latin1")}`,
      ]),
  );
}

function plain(tree: Tree): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).map(([path, entry]) => [
      path,
      "link" in entry
        ? `link ${entry.link}`
        : `${entry.executable ? "x " : ""}${Buffer.from(entry.bytes).toString("latin1")}`,
    ]),
  );
}

/** Bytes that cannot be packed, so that git has to give them as they are. */
function bytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

function touched(content: Uint8Array): Uint8Array {
  content.set([1, 2, 3, 4], 40_000);
  return content;
}

function tempFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "x-apply-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
