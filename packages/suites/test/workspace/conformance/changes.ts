import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { expect, test } from "vitest";
import { edit, file, move } from "../support/edits.ts";
import { listingDifference, treeListing } from "../support/tree-listing.ts";
import { inGit, told, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of what a workspace says has changed in it. */
export function changesConformance(bench: WorkspaceBench): void {
  const { onWorkspace } = bench;

  onWorkspace("tells what was added, modified and deleted, ignored files too", async (workspace, path) => {
    fs.writeFileSync(`${path}/src/new.ts`, "new");
    fs.appendFileSync(`${path}/src/a.ts`, "more");
    fs.rmSync(`${path}/src/b.ts`);
    fs.writeFileSync(`${path}/node_modules/dep/index.js`, "bad");
    fs.mkdirSync(`${path}/empty`);
    fs.symlinkSync("a.ts", `${path}/src/link`);
    expect(await workspace.changes()).toEqual([
      { kind: "modified", path: "node_modules/dep/index.js", from: file(3), to: file(3) },
      { kind: "modified", path: "src/a.ts", from: file(1), to: file(5) },
      { kind: "deleted", path: "src/b.ts", from: file(1) },
      { kind: "added", path: "src/link", to: { type: "link", size: 4, executable: false } },
      { kind: "added", path: "src/new.ts", to: file(3) },
    ]);
  });

  onWorkspace("is not fooled by times that were put back, nor by a touch", async (workspace, path) => {
    const facts = fs.statSync(`${path}/old`);
    fs.writeFileSync(`${path}/old`, "OLD");
    fs.utimesSync(`${path}/old`, facts.atime, facts.mtime);
    fs.utimesSync(`${path}/src/a.ts`, new Date(), new Date());
    fs.writeFileSync(`${path}/src/b.ts`, "b");
    expect(told(await workspace.changes())).toEqual(["modified old"]);
  });

  onWorkspace(
    "sees a changed executable bit, and that a link has another target",
    async (workspace, path) => {
      fs.chmodSync(`${path}/run.sh`, 0o644);
      fs.rmSync(`${path}/out`);
      fs.symlinkSync("/etc/group2", `${path}/out`);
      expect(told(await workspace.changes())).toEqual(["modified out", "modified run.sh"]);
    },
  );

  onWorkspace("sees folders that were exchanged for each other, links and files", async (workspace, path) => {
    move(`${path}/one`, `${path}/tmp`);
    move(`${path}/two`, `${path}/one`);
    move(`${path}/tmp`, `${path}/two`);
    fs.rmSync(`${path}/src`, { recursive: true });
    fs.symlinkSync("one", `${path}/src`);
    fs.rmSync(`${path}/old`);
    fs.mkdirSync(`${path}/old`);
    fs.writeFileSync(`${path}/old/in`, "x");
    expect(told(await workspace.changes())).toEqual([
      "modified old",
      "added old/in",
      "modified one/deep/x",
      "modified one/x",
      "modified src",
      "deleted src/a.ts",
      "deleted src/b.ts",
      "modified two/deep/x",
      "modified two/x",
    ]);
  });

  onWorkspace("a folder that was removed and made again counts by what is in it", async (workspace, path) => {
    fs.rmSync(`${path}/one`, { recursive: true });
    fs.mkdirSync(`${path}/one`);
    fs.writeFileSync(`${path}/one/x`, "1x");
    expect(told(await workspace.changes())).toEqual(["deleted one/deep/x"]);
  });

  onWorkspace("tells pipes and closed files, and does not hang on them", async (workspace, path) => {
    execFileSync("mkfifo", [`${path}/fifo`]);
    fs.mkdirSync(`${path}/closed`);
    fs.writeFileSync(`${path}/closed/in`, "x");
    fs.chmodSync(`${path}/closed`, 0o000);
    fs.chmodSync(`${path}/old`, 0o000);
    expect(told(await workspace.changes())).toEqual(["added closed/in", "added fifo"]);
    await using frozen = await workspace.freeze();
    expect(told(await frozen.changes())).toEqual(["added closed/in", "added fifo"]);
  });

  test("differences are the same that an independent comparison finds", async () => {
    await using workspace = await bench.base.create();
    edit(workspace.path);
    const leftOut = (each: string) => [".x", "one/.x", "pipe", "nested/.git"].includes(each) || inGit(each);
    const difference = listingDifference(
      treeListing(bench.source, leftOut),
      treeListing(workspace.path, leftOut),
    );
    const changes = (await workspace.changes()).filter((each) => !inGit(each.path));
    expect(new Map(changes.map(({ path, kind }) => [path, kind]))).toEqual(difference);
  });
}
