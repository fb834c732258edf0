import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../support/git.ts";
import { told, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of what a workspace can be made from. */
export function sourcesConformance(bench: WorkspaceBench): void {
  test("a commit comes with its past and without its future", async () => {
    const repository = join(bench.top, "repository");
    fs.mkdirSync(repository);
    git(repository, "init", "-q");
    for (const text of ["first", "second", "solution"]) {
      fs.writeFileSync(join(repository, "file"), text);
      git(repository, "add", "-A");
      git(repository, "commit", "-q", "-m", text);
    }
    git(repository, "branch", "other");
    const commit = git(repository, "rev-parse", "HEAD~1");
    for (const ref of [commit, commit.slice(0, 9), "HEAD~1"]) {
      await using fetched = await bench.workspaces.prepare({ kind: "git", repository, ref });
      expect(fetched.source).toEqual({ kind: "git", repository, ref, commit });
      await using workspace = await fetched.create();
      expect(fs.readFileSync(`${workspace.path}/file`, "utf8")).toBe("second");
      const copy = join(bench.top, "looked-at");
      fs.cpSync(`${workspace.path}/.git`, copy, { recursive: true });
      expect(git(copy, "--git-dir", ".", "log", "--all", "--format=%s")).toBe("second\nfirst");
      expect(git(copy, "--git-dir", ".", "count-objects", "-v")).not.toContain("in-pack: 9");
      fs.rmSync(copy, { recursive: true });
      fs.writeFileSync(`${workspace.path}/file`, "third");
      expect(told(await workspace.changes())).toEqual(["modified file"]);
    }
    const missing = bench.workspaces.prepare({ kind: "git", repository, ref: "no-such-ref" });
    await expect(missing).rejects.toMatchObject({ code: "workspace-failed" });
  });

  test.each([
    ["a folder that is not there", () => join(bench.top, "missing"), /not a folder/],
    ["a file", () => join(bench.source, "old"), /not a folder/],
    ["a folder around the workspaces", () => bench.top, /workspaces are made in it/],
  ])("%s cannot be a source", async (_, path, message) => {
    await expect(bench.workspaces.prepare({ kind: "folder", path: path() })).rejects.toThrow(message);
  });

  test("a path with characters that mean something to mounts is a source like others", async () => {
    const odd = join(bench.top, "o'd:d, \"\\x");
    fs.mkdirSync(odd);
    fs.writeFileSync(join(odd, "file"), "x");
    await using prepared = await bench.workspaces.prepare({ kind: "folder", path: odd });
    await using workspace = await prepared.create();
    fs.appendFileSync(`${workspace.path}/file`, "y");
    expect(told(await workspace.changes())).toEqual(["modified file"]);
    expect(fs.readFileSync(join(odd, "file"), "utf8")).toBe("x");
  });

  // Elsewhere the file system takes no such names.
  test.runIf(process.platform === "linux")(
    "names that are no text come along, and count as changed only when they were",
    async () => {
      const project = join(bench.top, "no-text");
      const named = (folder: string, ...parts: string[]) =>
        Buffer.concat([Buffer.from(folder), ...parts.map((part) => Buffer.from(`/${part}`, "latin1"))]);
      fs.mkdirSync(named(project, "f\xfc"), { recursive: true });
      fs.writeFileSync(named(project, "\xe4"), "a");
      fs.writeFileSync(named(project, "\xf6"), "o");
      fs.writeFileSync(named(project, "f\xfc", "\xdf"), "s");
      fs.symlinkSync("\xe4", named(project, "f\xfc", "l\xfc"));
      await using prepared = await bench.workspaces.prepare({ kind: "folder", path: project });
      await using workspace = await prepared.create();
      expect(fs.readFileSync(named(workspace.path, "f\xfc", "\xdf"), "utf8")).toBe("s");
      expect(told(await workspace.changes())).toEqual([]);
      fs.writeFileSync(named(workspace.path, "f\xfc", "\xdf"), "z");
      expect(told(await workspace.changes())).toEqual(["added f\ufffd"]);
      fs.writeFileSync(named(workspace.path, "f\xfc", "\xdf"), "s");
      expect(told(await workspace.changes())).toEqual([]);
      fs.rmSync(named(workspace.path, "\xe4"));
      expect(told(await workspace.changes())).toEqual(["added \ufffd"]);
    },
  );
}
