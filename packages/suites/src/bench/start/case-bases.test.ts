import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SuiteCase } from "../../suite/suite.ts";
import type { WorkspaceBase } from "../../workspace/workspace.ts";
import type { Workspaces } from "../../workspace/workspaces.ts";
import { CaseBases } from "./case-bases.ts";

const onProject = { id: "a", workspace: { kind: "project" } } as unknown as SuiteCase;

/** Bases of a project which is used where it lies, and of which these paths change. */
function openProject(drift: WorkspaceBase["drift"]) {
  const project = mkdtempSync(join(tmpdir(), "x-case-bases-"));
  writeFileSync(join(project, "a.txt"), "one");
  const source = { kind: "folder", path: project, commit: null, dirty: null };
  const workspaces = { prepare: async () => ({ source, drift }) } as unknown as Workspaces;
  const bases = new CaseBases({ workspaces, project, exclude: [] });
  return { bases, project, [Symbol.dispose]: () => rmSync(project, { recursive: true }) };
}

test("files that change under the cases are told, without what git, packages and runs keep for themselves", async () => {
  using opened = openProject(async () => [
    "b.txt",
    ".git/index",
    ".x/x.db",
    "node_modules/.cache/c",
    "a.txt",
  ]);
  const { bases, project } = opened;
  await bases.source(onProject);
  await bases.lookForDrift();
  expect(bases.notices).toEqual([
    `Files of ${project} changed while cases ran on them, so that not all cases began with the same ones: a.txt, b.txt. Run again while nobody works there.`,
  ]);
});

test("nothing is told where nothing changed; a folder that is gone is told, and nothing else comes of it", async () => {
  using same = openProject(async () => [".git/index"]);
  await same.bases.source(onProject);
  await same.bases.lookForDrift();
  expect(same.bases.notices).toEqual([]);
  using gone = openProject(async () => Promise.reject(new Error("It is gone.")));
  await gone.bases.source(onProject);
  await gone.bases.lookForDrift();
  expect(gone.bases.notices).toEqual(["It is gone."]);
});
