import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { expect, test } from "vitest";
import { edit } from "../support/edits.ts";
import { treeListing } from "../support/tree-listing.ts";
import { inGit, told, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of states that do not change any more, and what is made on them. */
export function freezingConformance(bench: WorkspaceBench): void {
  const { onWorkspace } = bench;

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
      expect(told(await frozen.restore((path) => /^(run\.sh$|src\/)/.test(path)))).toEqual([
        "modified run.sh",
        "added src/fifo",
      ]);
      expect(told(await frozen.changes())).toEqual(["added fifo", "added one/socket"]);
      await using later = await workspace.toBase();
      await using next = await later.create();
      expect(fs.existsSync(`${next.path}/fifo`)).toBe(false);
    },
  );

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

  for (const last of [false, true])
    onWorkspace(
      `what was closed is open when frozen, and nothing is from a later time (last: ${last})`,
      async (workspace, path) => {
        const later = new Date(Date.now() + 1e9);
        for (const name of ["run.sh", "src", "link-to-nothing"]) {
          if (name.startsWith("link")) fs.symlinkSync("nothing", `${path}/${name}`);
          fs.lutimesSync(`${path}/${name}`, later, later);
        }
        fs.chmodSync(`${path}/run.sh`, 0o100);
        fs.chmodSync(`${path}/src`, 0o000);
        await using frozen = await workspace.freeze({ last });
        const now = Date.now();
        for (const name of ["run.sh", "src", "link-to-nothing"])
          expect(fs.lstatSync(`${frozen.path}/${name}`).mtimeMs).toBeLessThanOrEqual(now);
        expect(fs.statSync(`${frozen.path}/run.sh`).mode & 0o777).toBe(0o500);
        expect(fs.statSync(`${frozen.path}/src`).mode & 0o777).toBe(0o500);
        if (!last) fs.chmodSync(`${path}/src`, 0o700);
        expect(told(await frozen.changes())).toEqual(["added link-to-nothing"]);
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
      fs.readdirSync(bench.top, { recursive: true }).filter((each) => /layer$|snapshot$/.test(String(each)));
    const least = rooms();
    const workspace = await bench.base.create();
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
    expect(told(await frozen.restore((path) => path === "set-up"))).toEqual(["deleted set-up"]);
    expect(fs.readFileSync(`${frozen.path}/set-up`, "utf8")).toBe("done");
  });

  onWorkspace(
    "a repository that was made in it is harmless in what is based on it, and can be committed to",
    async (workspace, path) => {
      fs.rmSync(`${path}/.git`, { recursive: true });
      // Elsewhere, since git does not work where it cannot tell the way up.
      const made = `${bench.top}/made`;
      execFileSync("git", ["init", "--quiet", made]);
      fs.cpSync(`${made}/.git`, `${path}/.git`, { recursive: true });
      fs.rmSync(made, { recursive: true });
      fs.mkdirSync(`${path}/.git/hooks`, { recursive: true });
      fs.writeFileSync(`${path}/.git/hooks/pre-commit`, "evil", { mode: 0o755 });
      fs.appendFileSync(`${path}/.git/config`, "[core]\n\tfsmonitor = evil\n");
      await using second = await workspace.toBase();
      await using next = await second.create();
      expect(fs.existsSync(`${next.path}/.git/hooks`)).toBe(false);
      expect(fs.readFileSync(`${next.path}/.git/config`, "utf8")).not.toContain("evil");
      expect(fs.readFileSync(`${next.path}/.git/config`, "utf8")).toContain("email = agent@localhost");
      fs.writeFileSync(`${next.path}/.git/written`, "by the agent");
      await using frozen = await next.freeze();
      expect(told(await frozen.changes())).toEqual(["added .git/written"]);
    },
  );
}
