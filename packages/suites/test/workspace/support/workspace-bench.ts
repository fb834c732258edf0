import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Change, Workspace, WorkspaceBase } from "../../../src/workspace/workspace.ts";
import { openWorkspaces, type Workspaces } from "../../../src/workspace/workspaces.ts";
import { makeProject } from "./hard-project.ts";
import { treeListing } from "./tree-listing.ts";

/** A project, and workspaces on it. All but `onWorkspace` is there once the tests run. */
export interface WorkspaceBench {
  /** The folder of everything here. */
  top: string;
  /** The project. */
  source: string;
  workspaces: Workspaces;
  /** What workspaces on the project are made from. */
  base: WorkspaceBase;
  /** Runs a test on a workspace, then proves that the source is as it was. */
  onWorkspace(what: string, work: (workspace: Workspace, path: string) => Promise<void>): void;
}

/** To be called where tests are described. */
export function workspaceBench(
  options: Parameters<typeof openWorkspaces>[0],
  how: { live: boolean },
): WorkspaceBench {
  let before: Map<string, string>;
  const bench = {
    onWorkspace: (what: string, work: (workspace: Workspace, path: string) => Promise<void>) =>
      test(what, async () => {
        await using workspace = await bench.base.create();
        await work(workspace, workspace.path);
        expect(treeListing(bench.source)).toEqual(before);
      }),
  } as WorkspaceBench;

  beforeAll(async () => {
    bench.top = fs.mkdtempSync(join(tmpdir(), "x-workspace-test-"));
    bench.source = join(bench.top, "source");
    makeProject(bench.source, join(bench.top, "linked"));
    before = treeListing(bench.source);
    bench.workspaces = await openWorkspaces({ ...options, parent: bench.top });
    bench.base = await bench.workspaces.prepare({ kind: "folder", path: bench.source }, how);
  });
  afterAll(async () => {
    await bench.workspaces.dispose();
    fs.rmSync(bench.top, { recursive: true, force: true });
  });
  return bench;
}

/** Changes in one word and a path each. */
export function told(changes: readonly Change[]): string[] {
  return changes.map(({ kind, path }) => `${kind} ${path}`);
}

/** Is it a path into a folder of git? */
export function inGit(path: string): boolean {
  return path.split("/").includes(".git");
}
