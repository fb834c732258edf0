import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../support/git.ts";
import { treeListing } from "../support/tree-listing.ts";
import type { WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of what a workspace has of its source. */
export function contentsConformance(bench: WorkspaceBench, how: { live: boolean }): void {
  const { onWorkspace } = bench;

  onWorkspace(
    "has the files of the source: contents, links, modes, times, what git ignores",
    async (workspace, path) => {
      const leftOut = (each: string) =>
        each.split("/").includes(".x") ||
        each === "pipe" ||
        each.startsWith(".git/") ||
        each === "nested/.git";
      expect(treeListing(path, leftOut)).toEqual(treeListing(bench.source, leftOut));
      expect(await workspace.changes()).toEqual([]);
      expect(fs.lstatSync(`${path}/run.sh`).mode & 0o777).toBe(0o755);
      expect(fs.lstatSync(`${path}/old`).mtimeMs).toBe(Date.UTC(2001, 1, 3));
      expect(fs.lstatSync(`${path}/src`).mode & 0o777).toBe(fs.lstatSync(`${bench.source}/src`).mode & 0o777);
      expect(fs.readFileSync(`${path}/node_modules/dep/index.js`, "utf8")).toBe("dep");
      expect(fs.readlinkSync(`${path}/out`)).toBe("/etc/passwd");
    },
  );

  onWorkspace(
    "leaves out .x, pipes and .git files; git's hooks and settings are harmless",
    async (_, path) => {
      for (const each of [".x", "one/.x", "pipe", "nested/.git", ".git/hooks/pre-commit", ".git/worktrees"]) {
        expect(fs.lstatSync(`${path}/${each}`, { throwIfNoEntry: false })).toBeUndefined();
      }
      const config = fs.readFileSync(`${path}/.git/config`, "utf8");
      expect(config).not.toMatch(/token|evil|remote|hooksPath|fsmonitor/i);
      expect(fs.readFileSync(`${path}/.git/HEAD`, "utf8")).toMatch(/^ref: /);
    },
  );

  test("tells when the source changed while it was used where it lies", async () => {
    const own = join(bench.top, "drifting");
    fs.mkdirSync(join(own, "d"), { recursive: true });
    for (const each of ["a", "b", "d/c"]) fs.writeFileSync(join(own, each), each);
    await using drifting = await bench.workspaces.prepare({ kind: "folder", path: own }, how);
    expect(await drifting.drift()).toEqual([]);
    await using workspace = await drifting.create();
    fs.writeFileSync(`${workspace.path}/b`, "in the workspace");
    fs.writeFileSync(join(own, "a"), "later");
    fs.rmSync(join(own, "d/c"));
    expect(await drifting.drift()).toEqual(how.live ? ["a", "d", "d/c"] : []);
    if (!how.live) expect(fs.readFileSync(`${workspace.path}/a`, "utf8")).toBe("a");
  });

  test("tells where it came from", async () => {
    expect(bench.base.source).toEqual({
      kind: "folder",
      path: bench.source,
      commit: git(bench.source, "rev-parse", "HEAD"),
      dirty: true,
    });
  });
}
