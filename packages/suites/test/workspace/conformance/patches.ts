import * as fs from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { edit } from "../support/edits.ts";
import { git } from "../support/git.ts";
import { filesOf, treeListing } from "../support/tree-listing.ts";
import { inGit, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of the patch of a workspace. */
export function patchesConformance(bench: WorkspaceBench): void {
  const { onWorkspace } = bench;

  onWorkspace("gives a patch that makes the same files out of the base", async (workspace, path) => {
    edit(path);
    const patch = await workspace.patch();
    expect(patch).toContain("diff --git a/src/new.ts b/src/new.ts");
    expect(patch).not.toContain("evil-driver");
    const copy = join(bench.top, "applied");
    const leftOut = (each: string) => [".x", "one/.x", "pipe", "nested/.git"].includes(each) || inGit(each);
    fs.cpSync(bench.source, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => !leftOut(each.slice(bench.source.length + 1)),
    });
    fs.writeFileSync(join(bench.top, "it.patch"), patch);
    git(copy, "apply", "--whitespace=nowarn", join(bench.top, "it.patch"));
    expect(filesOf(treeListing(copy))).toEqual(filesOf(treeListing(path, leftOut)));
    fs.rmSync(copy, { recursive: true });
  });

  onWorkspace("a patch names what was too large for it", async (workspace, path) => {
    fs.writeFileSync(`${path}/large`, "x".repeat(100_000));
    fs.writeFileSync(`${path}/small`, "y");
    const patch = await workspace.patch({ mostBytes: 10_000 });
    expect(patch).toMatch(/^# left out: large \(added, 100000 bytes\)\ndiff --git a\/small/);
  });
}
