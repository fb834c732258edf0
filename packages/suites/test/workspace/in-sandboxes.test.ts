import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { findCgroups } from "../../src/sandbox/cgroups.ts";
import { host } from "../../src/sandbox/host.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";

const cgroups = await findCgroups();
const top = fs.mkdtempSync(join(tmpdir(), "x-in-sandboxes-"));
const source = join(top, "source");
const root = process.getuid?.() === 0;
const mayCommit = "git -c user.name=a -c user.email=a@b";

beforeAll(() => {
  fs.mkdirSync(join(source, "lib/deep"), { recursive: true });
  fs.writeFileSync(join(source, "lib/deep/file"), "text\n");
  fs.writeFileSync(join(source, "package.json"), '{"scripts":{"test":"echo tested"}}');
  execFileSync("sh", ["-c", `git init -q && git add -A && ${mayCommit} commit -qm first`], { cwd: source });
});
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

const methods = [
  ...(root ? [{ method: "overlay", overlayStyle: "root" } as const] : []),
  { method: "overlay", overlayStyle: "user" } as const,
  { method: "copy" } as const,
];
const sandboxes = [bubblewrap({ cgroups }), unshare({ cgroups }), host({ cgroups })];
const pairs = sandboxes.flatMap((sandbox) =>
  methods
    .filter(({ method }) => method === "copy" || sandbox.entersNamespaces)
    .map((how) => ({ sandbox, how })),
);

for (const { sandbox, how } of pairs) {
  const style = "overlayStyle" in how ? `${how.method}, ${how.overlayStyle}` : how.method;
  describe(`${sandbox.name}, ${style}`, () => {
    const run = (workspace: Workspace, shell: string, timeMs = 20_000) =>
      sandbox.exec({ shell }, { workspace, limits: { timeMs, memoryBytes: 2 ** 30, processes: 100 } });

    test("what commands do is seen from outside, and the other way round", async () => {
      await using workspaces = await openWorkspaces({ ...how, parent: top });
      await using base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
      await using workspace = await base.create();
      fs.writeFileSync(`${workspace.path}/from-outside`, "out");
      const exit = await run(
        workspace,
        "cat from-outside; echo in >from-inside; mv lib moved; git status --short",
      );
      expect(exit).toMatchObject({ ended: "itself", code: 0, alive: [] });
      expect(exit.stdout.text).toBe("out D lib/deep/file\n?? from-inside\n?? from-outside\n?? moved/\n");
      expect(fs.readFileSync(`${workspace.path}/from-inside`, "utf8")).toBe("in\n");
      // With the whole network a command starts under other restrictions.
      const network = { kind: "full" } as const;
      const again = await sandbox.exec({ shell: "cat from-inside" }, { workspace, network });
      expect(again).toMatchObject({ code: 0, stdout: { text: "in\n" } });
      const changed = (await workspace.changes()).filter(({ path }) => !path.startsWith(".git/"));
      expect(changed.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
        "added from-inside",
        "added from-outside",
        "deleted lib/deep/file",
        "added moved/deep/file",
      ]);
      expect(fs.readdirSync(source).sort()).toEqual([".git", "lib", "package.json"]);
    });

    test("git and npm work there; a hook that was put there does not run in the frozen state", async () => {
      await using workspaces = await openWorkspaces({ ...how, parent: top });
      await using base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
      await using workspace = await base.create();
      const made = await run(
        workspace,
        "npm test --silent; mkdir -p .git/hooks; printf '#!/bin/sh\\ntouch hook-ran\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; echo a >a; git add a; git commit -qm second; git log --format=%s; ls hook-ran",
      );
      expect(made.stdout.text).toBe("tested\nsecond\nfirst\nhook-ran\n");
      await using frozen = await workspace.freeze();
      const graded = await run(
        frozen,
        "rm hook-ran; echo b >b; git add b; git commit -qm third; git log --format=%s; ls hook-ran",
      );
      expect(graded.stdout.text).toBe("third\nsecond\nfirst\n");
    });

    test("commands at the same time in one workspace, and in others, keep their files", async () => {
      await using workspaces = await openWorkspaces({ ...how, parent: top });
      await using base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
      const all = await Promise.all([base.create(), base.create(), base.create()]);
      const exits = await Promise.all(
        all.flatMap((workspace, i) =>
          ["x", "y"].map((each) =>
            run(
              workspace,
              `echo ${i}${each} >${each}; sleep 0.2; cat ${each}; ls /workspace/../workspace | wc -l`,
            ),
          ),
        ),
      );
      expect(exits.map(({ stdout }) => stdout.text.split("\n")[0])).toEqual([
        "0x",
        "0y",
        "1x",
        "1y",
        "2x",
        "2y",
      ]);
      for (const [i, workspace] of all.entries()) {
        expect((await workspace.changes()).map(({ path }) => path)).toEqual(["x", "y"]);
        expect(fs.readFileSync(`${workspace.path}/x`, "utf8")).toBe(`${i}x\n`);
        await workspace.dispose();
      }
    });

    test("what a command did before its end by force is there", async () => {
      await using workspaces = await openWorkspaces({ ...how, parent: top });
      await using base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
      await using workspace = await base.create();
      const exit = await run(
        workspace,
        "echo done >half; (setsid sh -c 'while :; do date >clock; done' &); sleep 60",
        1_500,
      );
      expect(exit).toMatchObject({ ended: "timeout", alive: [] });
      await using frozen = await workspace.freeze();
      const clock = fs.readFileSync(`${frozen.path}/clock`, "utf8");
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await frozen.changes()).map(({ path }) => path)).toEqual(["clock", "half"]);
      expect(fs.readFileSync(`${frozen.path}/clock`, "utf8")).toBe(clock);
    });
  });
}

test("a sandbox that enters no namespaces says that it cannot use an overlay", async () => {
  await using workspaces = await openWorkspaces({ method: "overlay", parent: top });
  await using base = await workspaces.prepare({ kind: "folder", path: source });
  await using workspace = await base.create();
  expect(await host({ cgroups }).exec({ argv: ["true"] }, { workspace })).toMatchObject({
    ended: "not-started",
  });
});
