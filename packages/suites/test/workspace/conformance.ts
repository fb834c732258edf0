import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Change, Workspace, WorkspaceBase } from "../../src/workspace/workspace.ts";
import { openWorkspaces, type Workspaces } from "../../src/workspace/workspaces.ts";
import { filesOf, listingDifference, treeListing } from "./tree-listing.ts";

/** What every kind of workspace must do. */
export function workspaceConformance(
  name: string,
  options: Parameters<typeof openWorkspaces>[0],
  how: { live: boolean },
): void {
  let top: string;
  let source: string;
  let before: Map<string, string>;
  let workspaces: Workspaces;
  let base: WorkspaceBase;

  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      encoding: "utf8",
    }).trim();
  const told = (changes: readonly Change[]) => changes.map(({ kind, path }) => `${kind} ${path}`);
  const inGit = (path: string) => path.split("/").includes(".git");

  beforeAll(async () => {
    top = fs.mkdtempSync(join(tmpdir(), "x-workspace-test-"));
    source = join(top, "source");
    makeProject(source);
    before = treeListing(source);
    workspaces = await openWorkspaces({ ...options, parent: top });
    base = await workspaces.prepare({ kind: "folder", path: source }, how);
  });
  afterAll(async () => {
    await workspaces.dispose();
    fs.rmSync(top, { recursive: true, force: true });
  });

  /** Runs a test on a workspace, then proves that the source is as it was. */
  const onWorkspace = (what: string, work: (workspace: Workspace, path: string) => Promise<void>) =>
    test(what, async () => {
      await using workspace = await base.create();
      await work(workspace, workspace.path);
      expect(treeListing(source)).toEqual(before);
    });

  describe(name, () => {
    onWorkspace(
      "has the files of the source: contents, links, modes, times, what git ignores",
      async (workspace, path) => {
        const leftOut = (each: string) =>
          each.split("/").includes(".x") ||
          each === "pipe" ||
          each.startsWith(".git/") ||
          each === "nested/.git";
        expect(treeListing(path, leftOut)).toEqual(treeListing(source, leftOut));
        expect(await workspace.changes()).toEqual([]);
        expect(fs.lstatSync(`${path}/run.sh`).mode & 0o777).toBe(0o755);
        expect(fs.lstatSync(`${path}/old`).mtimeMs).toBe(Date.UTC(2001, 1, 3));
        expect(fs.lstatSync(`${path}/src`).mode & 0o777).toBe(fs.lstatSync(`${source}/src`).mode & 0o777);
        expect(fs.readFileSync(`${path}/node_modules/dep/index.js`, "utf8")).toBe("dep");
        expect(fs.readlinkSync(`${path}/out`)).toBe("/etc/passwd");
      },
    );

    onWorkspace(
      "leaves out .x, pipes and .git files; git's hooks and settings are harmless",
      async (_, path) => {
        for (const each of [
          ".x",
          "one/.x",
          "pipe",
          "nested/.git",
          ".git/hooks/pre-commit",
          ".git/worktrees",
        ]) {
          expect(fs.lstatSync(`${path}/${each}`, { throwIfNoEntry: false })).toBeUndefined();
        }
        const config = fs.readFileSync(`${path}/.git/config`, "utf8");
        expect(config).not.toMatch(/token|evil|remote|hooksPath|fsmonitor/i);
        expect(fs.readFileSync(`${path}/.git/HEAD`, "utf8")).toMatch(/^ref: /);
      },
    );

    test("tells when the source changed while it was used where it lies", async () => {
      const own = join(top, "drifting");
      fs.mkdirSync(join(own, "d"), { recursive: true });
      for (const each of ["a", "b", "d/c"]) fs.writeFileSync(join(own, each), each);
      await using drifting = await workspaces.prepare({ kind: "folder", path: own }, how);
      expect(await drifting.drift()).toEqual([]);
      await using workspace = await drifting.create();
      fs.writeFileSync(`${workspace.path}/b`, "in the workspace");
      fs.writeFileSync(join(own, "a"), "later");
      fs.rmSync(join(own, "d/c"));
      expect(await drifting.drift()).toEqual(how.live ? ["a", "d", "d/c"] : []);
      if (!how.live) expect(fs.readFileSync(`${workspace.path}/a`, "utf8")).toBe("a");
    });

    test("tells where it came from", async () => {
      expect(base.source).toEqual({
        kind: "folder",
        path: source,
        commit: git(source, "rev-parse", "HEAD"),
        dirty: true,
      });
    });

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

    onWorkspace(
      "sees folders that were exchanged for each other, links and files",
      async (workspace, path) => {
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
      },
    );

    onWorkspace(
      "a folder that was removed and made again counts by what is in it",
      async (workspace, path) => {
        fs.rmSync(`${path}/one`, { recursive: true });
        fs.mkdirSync(`${path}/one`);
        fs.writeFileSync(`${path}/one/x`, "1x");
        expect(told(await workspace.changes())).toEqual(["deleted one/deep/x"]);
      },
    );

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

    onWorkspace(
      "a pipe or a socket that was left is there when frozen, and nobody waits for it",
      async (workspace, path) => {
        fs.rmSync(`${path}/run.sh`);
        for (const name of ["fifo", "run.sh", "src/fifo"])
          execFileSync("mkfifo", ["-m", "666", `${path}/${name}`]);
        const listen =
          "require('net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))";
        spawnSync(process.execPath, ["-e", listen], { cwd: `${path}/one` });
        await using frozen = await workspace.freeze();
        await using again = await frozen.freeze();
        for (const each of [frozen, again]) {
          expect(told(await each.changes())).toEqual([
            "added fifo",
            "added one/socket",
            "modified run.sh",
            "added src/fifo",
          ]);
          for (const name of ["fifo", "one/socket", "run.sh", "src/fifo"]) {
            expect(await each.view.kind(name)).toBe("other");
            // Opening a pipe would wait for ever.
            expect(() => fs.readFileSync(`${each.path}/${name}`)).toThrow("ENXIO");
          }
        }
        expect(await frozen.patch()).toContain(
          "# left out: fifo (added, a pipe, socket or device)\n# left out: one/socket (added, a pipe",
        );
        expect(told(await frozen.restore(["run.sh", "src/**"]))).toEqual([
          "modified run.sh",
          "added src/fifo",
        ]);
        expect(told(await frozen.changes())).toEqual(["added fifo", "added one/socket"]);
        await using base = await workspace.toBase();
        await using next = await base.create();
        expect(fs.existsSync(`${next.path}/fifo`)).toBe(false);
      },
    );

    onWorkspace("gives a patch that makes the same files out of the base", async (workspace, path) => {
      edit(path);
      const patch = await workspace.patch();
      expect(patch).toContain("diff --git a/src/new.ts b/src/new.ts");
      expect(patch).not.toContain("evil-driver");
      const copy = join(top, "applied");
      const leftOut = (each: string) => [".x", "one/.x", "pipe", "nested/.git"].includes(each) || inGit(each);
      fs.cpSync(source, copy, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (each) => !leftOut(each.slice(source.length + 1)),
      });
      fs.writeFileSync(join(top, "it.patch"), patch);
      git(copy, "apply", "--whitespace=nowarn", join(top, "it.patch"));
      expect(filesOf(treeListing(copy))).toEqual(filesOf(treeListing(path, leftOut)));
      fs.rmSync(copy, { recursive: true });
    });

    onWorkspace("a patch names what was too large for it", async (workspace, path) => {
      fs.writeFileSync(`${path}/large`, "x".repeat(100_000));
      fs.writeFileSync(`${path}/small`, "y");
      const patch = await workspace.patch({ mostBytes: 10_000 });
      expect(patch).toMatch(/^# left out: large \(added, 100000 bytes\)\ndiff --git a\/small/);
    });

    onWorkspace(
      "frozen for the last time it is the same, and what it was made of is gone",
      async (workspace, path) => {
        edit(path);
        execFileSync("mkfifo", [`${path}/fifo`]);
        fs.mkdirSync(`${path}/.git/hooks`, { recursive: true });
        fs.writeFileSync(`${path}/.git/hooks/pre-commit`, "evil", { mode: 0o755 });
        await using copied = await workspace.freeze();
        await using moved = await workspace.freeze({ last: true });
        expect(treeListing(moved.path)).toEqual(treeListing(copied.path));
        expect(told(await moved.changes())).toEqual(told(await copied.changes()));
        expect(await moved.patch()).toBe(await copied.patch());
        expect(fs.existsSync(`${moved.path}/.git/hooks`)).toBe(false);
        expect(() => workspace.freeze()).toThrow("it was removed");
        expect(fs.existsSync(`${path}/src/new.ts`)).toBe(false);
        await workspace.dispose();
        fs.writeFileSync(`${moved.path}/more`, "more");
        await using again = await moved.freeze();
        expect(told(await again.changes())).toEqual(told(await moved.changes()));
        expect(told(await again.changes())).toContain("added more");
      },
    );

    onWorkspace("a frozen state does not change any more", async (workspace, path) => {
      edit(path);
      fs.mkdirSync(`${path}/.git/hooks`, { recursive: true });
      fs.writeFileSync(`${path}/.git/hooks/pre-commit`, "evil", { mode: 0o755 });
      fs.appendFileSync(`${path}/.git/config`, "[core]\n\tfsmonitor = evil\n\thooksPath = evil\n");
      const now = treeListing(path, inGit);
      const changes = (await workspace.changes()).filter((each) => !inGit(each.path));
      await using frozen = await workspace.freeze();
      fs.writeFileSync(`${path}/src/new.ts`, "later");
      fs.rmSync(`${path}/moved`, { recursive: true });
      fs.writeFileSync(`${path}/later`, "later");
      expect(treeListing(frozen.path, inGit)).toEqual(now);
      expect((await frozen.changes()).filter((each) => !inGit(each.path))).toEqual(changes);
      expect(fs.lstatSync(`${frozen.path}/.git/hooks/pre-commit`, { throwIfNoEntry: false })).toBeUndefined();
      expect(fs.readFileSync(`${frozen.path}/.git/config`, "utf8")).not.toContain("evil");
      fs.writeFileSync(`${frozen.path}/graded`, "x");
      expect(told(await frozen.changes())).toContain("added graded");
      expect(fs.existsSync(`${path}/graded`)).toBe(false);
      await using again = await frozen.freeze();
      expect(await again.changes()).toEqual(await frozen.changes());
    });

    onWorkspace(
      "a folder of git that names another as its own is harmless when frozen",
      async (workspace, path) => {
        fs.cpSync(`${path}/.git`, `${path}/.other`, { recursive: true });
        fs.appendFileSync(`${path}/.other/config`, "[core]\n\tfsmonitor = touch /tmp/evil-ran\n");
        for (const name of ["objects", "refs", "config"])
          fs.rmSync(`${path}/.git/${name}`, { recursive: true });
        fs.writeFileSync(`${path}/.git/commondir`, "../.other\n");
        await using frozen = await workspace.freeze();
        expect(fs.existsSync(`${frozen.path}/.git/commondir`)).toBe(false);
        expect(fs.readFileSync(`${frozen.path}/.git/config`, "utf8")).not.toContain("evil");
      },
    );

    test("what frozen states and bases lie on stays as long as one of them, and not longer", async () => {
      const rooms = () =>
        fs.readdirSync(top, { recursive: true }).filter((each) => /layer$|snapshot$/.test(String(each)));
      const least = rooms();
      const workspace = await base.create();
      fs.writeFileSync(`${workspace.path}/written`, "once");
      const frozen = await workspace.freeze();
      await workspace.dispose();
      fs.writeFileSync(`${frozen.path}/more`, "twice");
      const again = await frozen.freeze();
      const next = await frozen.toBase();
      await frozen.dispose();
      await using last = await next.create();
      for (const { path } of [again, last])
        expect(fs.readFileSync(`${path}/written`, "utf8") + fs.readFileSync(`${path}/more`, "utf8")).toBe(
          "oncetwice",
        );
      await again.dispose();
      await last.dispose();
      await next.dispose();
      expect(rooms()).toEqual(least);
    });

    onWorkspace("files laid over it go through no link", async (workspace, path) => {
      const hidden = join(top, "hidden");
      const outside = join(top, "outside");
      fs.mkdirSync(join(hidden, "one/sub"), { recursive: true });
      fs.mkdirSync(outside, { recursive: true });
      fs.writeFileSync(join(hidden, "one/sub/test"), "hidden");
      fs.writeFileSync(join(hidden, "run.sh"), "hidden", { mode: 0o755 });
      fs.writeFileSync(join(hidden, "src"), "a file now");
      fs.writeFileSync(join(outside, "victim"), "untouched");
      fs.rmSync(`${path}/one`, { recursive: true });
      fs.symlinkSync(outside, `${path}/one`);
      fs.rmSync(`${path}/run.sh`);
      fs.symlinkSync(join(outside, "victim"), `${path}/run.sh`);
      expect(await workspace.overlay(hidden)).toEqual(["one/sub/test", "run.sh", "src"]);
      expect(fs.readFileSync(`${path}/one/sub/test`, "utf8")).toBe("hidden");
      expect(fs.lstatSync(`${path}/run.sh`).mode & 0o777).toBe(0o755);
      expect(fs.readFileSync(`${path}/src`, "utf8")).toBe("a file now");
      expect(treeListing(outside)).toEqual(
        new Map([["victim", `file false ${Buffer.from("untouched").toString("hex")}`]]),
      );
    });

    onWorkspace("what is protected is put back, and told", async (workspace, path) => {
      fs.writeFileSync(`${path}/src/a.ts`, "cheat");
      fs.writeFileSync(`${path}/src/extra/new.ts`.replace("extra/", ""), "cheat");
      fs.rmSync(`${path}/one`, { recursive: true });
      fs.symlinkSync("/etc", `${path}/one`);
      fs.rmSync(`${path}/old`);
      fs.mkdirSync(`${path}/old`);
      fs.writeFileSync(`${path}/old/cheat`, "x");
      fs.chmodSync(`${path}/run.sh`, 0o644);
      fs.mkdirSync(`${path}/two/more/deep`, { recursive: true });
      fs.writeFileSync(`${path}/two/more/deep/x`, "x");
      fs.writeFileSync(`${path}/free`, "stays");
      const back = await workspace.restore(["src/**", "one/**", "old", "run.sh", "two/**"]);
      expect(told(back)).toEqual([
        "modified old",
        "added old/cheat",
        "modified one",
        "deleted one/deep/x",
        "deleted one/x",
        "modified run.sh",
        "modified src/a.ts",
        "added src/new.ts",
        "added two/more/deep/x",
      ]);
      expect(told(await workspace.changes())).toEqual(["added free"]);
      expect(fs.existsSync(`${path}/two/more`)).toBe(false);
      expect(fs.lstatSync(`${path}/old`).mtimeMs).toBe(Date.UTC(2001, 1, 3));
      expect(await workspace.restore(["src/**"])).toEqual([]);
    });

    onWorkspace("its state can be the base of others", async (workspace, path) => {
      fs.writeFileSync(`${path}/set-up`, "done");
      fs.rmSync(`${path}/old`);
      await using second = await workspace.toBase();
      fs.writeFileSync(`${path}/set-up`, "changed later");
      await using next = await second.create();
      expect(await next.changes()).toEqual([]);
      expect(fs.readFileSync(`${next.path}/set-up`, "utf8")).toBe("done");
      expect(fs.existsSync(`${next.path}/old`)).toBe(false);
      fs.rmSync(`${next.path}/set-up`);
      fs.writeFileSync(`${next.path}/old`, "back");
      expect(told(await next.changes())).toEqual(["added old", "deleted set-up"]);
      await using frozen = await next.freeze();
      expect(await frozen.changes()).toEqual(await next.changes());
      expect(told(await frozen.restore(["set-up"]))).toEqual(["deleted set-up"]);
      expect(fs.readFileSync(`${frozen.path}/set-up`, "utf8")).toBe("done");
    });

    onWorkspace("its view never leads out", async (workspace, path) => {
      fs.symlinkSync("src/a.ts", `${path}/in`);
      fs.symlinkSync("../..", `${path}/up`);
      fs.symlinkSync("loop", `${path}/loop`);
      fs.symlinkSync("/workspace/src", `${path}/absolute`);
      fs.symlinkSync("../src", `${path}/one/across`);
      const { view } = workspace;
      const kinds = [
        "",
        "src",
        "in",
        "out",
        "up",
        "up/source",
        "loop",
        "none",
        "absolute/a.ts",
        "one/across/a.ts",
        "../source",
        "in/x",
      ];
      expect(await Promise.all(kinds.map((each) => view.kind(each)))).toEqual([
        "folder",
        "folder",
        "file",
        "link",
        "link",
        "link",
        "link",
        "missing",
        "file",
        "file",
        "link",
        "link",
      ]);
      expect(Buffer.from((await view.read("one/across/a.ts", 10))!).toString()).toBe("a");
      expect(await view.read("out", 10)).toBeNull();
      expect(await view.list("one", 10)).toEqual([
        { name: "across", kind: "link" },
        { name: "deep", kind: "folder" },
        { name: "x", kind: "file" },
      ]);
    });

    onWorkspace(
      "names that are no text and folders that are too deep stop nothing",
      async (workspace, path) => {
        const name = "d".repeat(200);
        execFileSync(
          "sh",
          ["-c", `for i in $(seq 40); do mkdir ${name}; cd -P ${name}; done; echo x >bottom`],
          { cwd: path },
        );
        fs.writeFileSync(Buffer.concat([Buffer.from(`${path}/bad-`), Buffer.from([0xff, 0xfe])]), "x");
        fs.writeFileSync(`${path}/good`, "x");
        const changes = await workspace.changes();
        expect(told(changes)).toContain("added good");
        expect(changes.some((each) => each.path.startsWith("bad-") && each.kind === "added")).toBe(true);
        expect(changes.some((each) => each.path.startsWith(name))).toBe(true);
        for (const last of [false, true]) {
          await using frozen = await workspace.freeze({ last });
          expect(told(await frozen.changes())).toContain("added good");
          expect(await frozen.patch()).toContain("b/good");
        }
      },
    );

    onWorkspace("is removed whatever it holds, and twice", async (workspace, path) => {
      let deep = `${path}/deep`;
      fs.mkdirSync(deep);
      for (let i = 0; i < 40; i++) {
        deep += `/${"d".repeat(60)}`;
        fs.mkdirSync(deep);
      }
      fs.writeFileSync(`${deep}/f`, "x");
      fs.chmodSync(deep, 0o555);
      fs.chmodSync(`${path}/one/deep`, 0o000);
      await workspace.dispose();
      await workspace.dispose();
      expect(() => workspace.changes()).toThrow(/it was removed/);
      // Not even when another one takes its place.
      await using next = await base.create();
      expect(fs.existsSync(`${path}/src`)).toBe(false);
      expect(fs.existsSync(`${next.path}/src`)).toBe(true);
    });

    test("workspaces do not see each other, and nothing is left of them", async () => {
      const folder = fs.readdirSync(top).find((each) => each.startsWith("x-workspaces-"))!;
      const run = fs.readdirSync(join(top, folder))[0]!;
      expect(fs.statSync(join(top, folder)).mode & 0o777).toBe(0o700);
      const rooms = () =>
        fs.readdirSync(join(top, folder, run)).filter((each) => each.startsWith("workspace"));
      const [one, two] = await Promise.all([base.create(), base.create()]);
      fs.writeFileSync(`${one.path}/own`, "1");
      expect(fs.existsSync(`${two.path}/own`)).toBe(false);
      expect(rooms().length).toBe(2);
      await Promise.all([one.dispose(), two.dispose()]);
      expect(rooms()).toEqual([]);
    });

    test("a commit comes with its past and without its future", async () => {
      const repository = join(top, "repository");
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
        await using fetched = await workspaces.prepare({ kind: "git", repository, ref });
        expect(fetched.source).toEqual({ kind: "git", repository, ref, commit });
        await using workspace = await fetched.create();
        expect(fs.readFileSync(`${workspace.path}/file`, "utf8")).toBe("second");
        const copy = join(top, "looked-at");
        fs.cpSync(`${workspace.path}/.git`, copy, { recursive: true });
        expect(git(copy, "--git-dir", ".", "log", "--all", "--format=%s")).toBe("second\nfirst");
        expect(git(copy, "--git-dir", ".", "count-objects", "-v")).not.toContain("in-pack: 9");
        fs.rmSync(copy, { recursive: true });
        fs.writeFileSync(`${workspace.path}/file`, "third");
        expect(told(await workspace.changes())).toEqual(["modified file"]);
      }
      const missing = workspaces.prepare({ kind: "git", repository, ref: "no-such-ref" });
      await expect(missing).rejects.toMatchObject({ code: "workspace-failed" });
    });

    test.each([
      ["a folder that is not there", () => join(top, "missing"), /not a folder/],
      ["a file", () => join(source, "old"), /not a folder/],
      ["a folder around the workspaces", () => top, /workspaces are made in it/],
    ])("%s cannot be a source", async (_, path, message) => {
      await expect(workspaces.prepare({ kind: "folder", path: path() })).rejects.toThrow(message);
    });

    test("a path with characters that mean something to mounts is a source like others", async () => {
      const odd = join(top, "o'd:d, \"\\x");
      fs.mkdirSync(odd);
      fs.writeFileSync(join(odd, "file"), "x");
      await using prepared = await workspaces.prepare({ kind: "folder", path: odd });
      await using workspace = await prepared.create();
      fs.appendFileSync(`${workspace.path}/file`, "y");
      expect(told(await workspace.changes())).toEqual(["modified file"]);
      expect(fs.readFileSync(join(odd, "file"), "utf8")).toBe("x");
    });

    test("differences are the same that an independent comparison finds", async () => {
      await using workspace = await base.create();
      edit(workspace.path);
      const leftOut = (each: string) => [".x", "one/.x", "pipe", "nested/.git"].includes(each) || inGit(each);
      const difference = listingDifference(
        treeListing(source, leftOut),
        treeListing(workspace.path, leftOut),
      );
      const changes = (await workspace.changes()).filter((each) => !inGit(each.path));
      expect(new Map(changes.map(({ path, kind }) => [path, kind]))).toEqual(difference);
    });
  });

  function makeProject(folder: string): void {
    for (const each of ["src", "node_modules/dep", "one/deep", "two/deep", "nested", ".x", "one/.x"]) {
      fs.mkdirSync(join(folder, each), { recursive: true });
    }
    const put = (path: string, text: string | Buffer) => fs.writeFileSync(join(folder, path), text);
    put("src/a.ts", "a");
    put("src/b.ts", "b");
    put("one/x", "1x");
    put("one/deep/x", "1d");
    put("two/x", "2x");
    put("two/deep/x", "2d");
    put("old", "old");
    put("binary", Buffer.from([0, 1, 2, 255, 254, 10, 13]));
    put("latin", Buffer.from("caf\xe9\n", "latin1"));
    put("run.sh", "#!/bin/sh\n");
    put("node_modules/dep/index.js", "dep");
    put(".gitignore", "node_modules\n");
    put(".gitattributes", "*.ts diff=evil-driver filter=evil-driver -text\n");
    put(".x/store", "ours");
    put("one/.x/store", "ours too");
    fs.chmodSync(join(folder, "run.sh"), 0o755);
    fs.utimesSync(join(folder, "old"), new Date(Date.UTC(2001, 1, 3)), new Date(Date.UTC(2001, 1, 3)));
    fs.symlinkSync("/etc/passwd", join(folder, "out"));
    git(folder, "init", "-q");
    git(folder, "add", "src", ".gitignore");
    git(folder, "commit", "-q", "-m", "first");
    fs.appendFileSync(
      join(folder, ".git/config"),
      '[core]\n\thooksPath = /evil\n\tfsmonitor = evil\n[remote "origin"]\n\turl = https://user:token@host/\n[filter "evil-driver"]\n\tclean = touch evil-ran\n\tsmudge = evil\n',
    );
    put(".git/hooks/pre-commit", "evil");
    git(folder, "worktree", "add", "-q", "--detach", join(top, "linked"));
    put("nested/.git", `gitdir: ${folder}/.git\n`);
    execFileSync("mkfifo", [join(folder, "pipe")]);
  }
}

const file = (size: number) => ({ type: "file", size, executable: false });

/** A folder of a lower layer cannot always be renamed; then it is copied, as `mv` does. */
function move(from: string, to: string): void {
  execFileSync("mv", [from, to]);
}

function edit(path: string): void {
  fs.writeFileSync(`${path}/src/new.ts`, "new\n");
  fs.writeFileSync(`${path}/src/a.ts`, "changed, no newline");
  fs.rmSync(`${path}/src/b.ts`);
  fs.writeFileSync(`${path}/binary`, Buffer.from([9, 0, 200, 201]));
  fs.writeFileSync(`${path}/latin`, Buffer.from("na\xefve\n", "latin1"));
  fs.writeFileSync(`${path}/new "quoted" \\ näme\n.txt`, "x\r\ny");
  fs.chmodSync(`${path}/run.sh`, 0o644);
  fs.rmSync(`${path}/out`);
  fs.symlinkSync("src/new.ts", `${path}/out`);
  fs.symlinkSync("nowhere", `${path}/src/dangling`);
  fs.writeFileSync(`${path}/empty-file`, "");
  fs.writeFileSync(`${path}/node_modules/dep/index.js`, "tampered");
  move(`${path}/one`, `${path}/moved`);
  fs.rmSync(`${path}/two/deep`, { recursive: true });
  fs.writeFileSync(`${path}/two/deep`, "a file now");
}
