import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { filesOf, listingDifference, treeListing } from "./support/tree-listing.ts";

const top = fs.mkdtempSync(join(tmpdir(), "x-edits-test-"));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

// Few names, so that edits meet each other; odd ones among them.
const names = [
  "a",
  "b",
  "c",
  "-d",
  "é f",
  'q"u\\o',
  "new\nline",
  ".gitignore",
  ".gitattributes",
  "node_modules",
  "*",
];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"));
const content = fc.oneof(
  fc.constantFrom("", "x", "y", "x\n", "x\ny\n", "* -diff\n", "* binary filter=f\n", "*\n"),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
);

type Edit =
  | { do: "write"; path: string; content: string | Buffer; executable: boolean; keepTime: boolean }
  | { do: "link"; path: string; target: string }
  | { do: "folder" | "remove" | "touch" | "close"; path: string }
  | { do: "move"; path: string; to: string };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      path,
      content,
      executable: fc.boolean(),
      keepTime: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("link" as const),
      path,
      target: fc.constantFrom("a", "../b", "/etc/passwd", "nowhere"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("folder" as const, "remove" as const, "touch" as const, "close" as const),
      path,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), path, to: path }) },
);

function apply(root: string, edits: readonly Edit[]): void {
  for (const each of edits) {
    try {
      one(root, each);
    } catch {
      // What cannot be done (a file in the place of a folder, a folder moved into itself) is not done.
    }
  }
}

function one(root: string, each: Edit): void {
  const at = join(root, each.path);
  if (each.do === "remove" || each.do === "touch" || each.do === "close") {
    if (each.do === "remove") fs.rmSync(at, { recursive: true, force: true });
    if (each.do === "touch") fs.lutimesSync(at, 1, 1);
    if (each.do === "close" && !fs.lstatSync(at).isSymbolicLink()) fs.chmodSync(at, 0o000);
    return;
  }
  fs.mkdirSync(dirname(at), { recursive: true });
  if (each.do === "folder") fs.mkdirSync(at);
  if (each.do === "link") fs.symlinkSync(each.target, at);
  if (each.do === "move") {
    fs.mkdirSync(dirname(join(root, each.to)), { recursive: true });
    fs.renameSync(at, join(root, each.to));
  }
  if (each.do === "write") {
    const facts = fs.lstatSync(at, { throwIfNoEntry: false });
    if (facts?.isSymbolicLink()) return;
    fs.writeFileSync(at, each.content);
    fs.chmodSync(at, each.executable ? 0o755 : 0o644);
    if (facts && each.keepTime) fs.utimesSync(at, facts.atime, facts.mtime);
  }
}

/** Without what makes reading hard for a listing that is not root. */
function open(root: string): void {
  execFileSync("chmod", ["-R", "u+rwX", root]);
}

const methods = [
  { name: "overlay", options: { method: "overlay", parent: top } },
  { name: "overlay in a user namespace", options: { method: "overlay", overlayStyle: "user", parent: top } },
  { name: "copy", options: { method: "copy", parent: top } },
] as const;

test.each(methods)(
  "random edits of random trees: changes, patch, freeze and restore agree ($name)",
  async ({ options }) => {
    await using workspaces = await openWorkspaces(options);
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 25 }),
        fc.array(edit, { maxLength: 12 }),
        fc.array(edit, { maxLength: 6 }),
        async (make, first, second) => {
          const source = fs.mkdtempSync(join(top, "source-"));
          apply(
            source,
            make.filter((each) => each.do !== "close"),
          );
          const before = treeListing(source);
          await using base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
          await using workspace = await base.create();
          apply(workspace.path, first);
          const changes = kinds(await workspace.changes());
          const patch = await workspace.patch();
          await using frozen = await workspace.freeze();
          await using state = await workspace.freeze();
          open(state.path);
          const edited = treeListing(state.path);
          expect(changes).toEqual(listingDifference(before, edited));
          apply(frozen.path, second);
          const frozenChanges = await frozen.changes();
          apply(workspace.path, second);
          const together = await workspace.changes();
          open(frozen.path);
          open(workspace.path);

          const after = treeListing(frozen.path);
          expect(kinds(frozenChanges)).toEqual(listingDifference(before, after));
          expect(kinds(together)).toEqual(listingDifference(before, treeListing(workspace.path)));
          expect(treeListing(source)).toEqual(before);

          await frozen.restore(() => true);
          expect(filesOf(treeListing(frozen.path))).toEqual(filesOf(before));

          fs.writeFileSync(join(top, "patch"), patch);
          // Empty folders are unknown to git and only in its way.
          execFileSync("find", [source, "-mindepth", "1", "-type", "d", "-empty", "-delete"]);
          const command = ["apply", "--whitespace=nowarn", join(top, "patch")];
          if (patch !== "") execFileSync("git", command, { cwd: source, stdio: "pipe" });
          expect(filesOf(treeListing(source))).toEqual(filesOf(edited));
          fs.rmSync(source, { recursive: true });
        },
      ),
      { numRuns: 25 },
    );
  },
  180_000,
);

function kinds(changes: readonly { path: string; kind: string }[]): Map<string, string> {
  return new Map(changes.map(({ path: at, kind }) => [at, kind]));
}
