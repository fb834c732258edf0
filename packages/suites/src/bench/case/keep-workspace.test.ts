import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspaces } from "../../workspace/workspaces.ts";
import { keeper, keptIn } from "./keep-workspace.ts";

test.each(["auto", "copy"] as const)(
  "a workspace (%s) is kept in a folder of its own, and never through links of an older one",
  async (method) => {
    const top = await mkdtemp(join(tmpdir(), "x-keep-"));
    try {
      mkdirSync(join(top, "source"));
      mkdirSync(join(top, "outside"));
      writeFileSync(join(top, "source", "a.txt"), "a");
      await using workspaces = await openWorkspaces({ method });
      const base = await workspaces.prepare({ kind: "folder", path: join(top, "source") });
      await using workspace = await base.create();
      symlinkSync(join(top, "outside"), join(workspace.path, "sub"));
      const keep = keeper(join(top, "kept"), { agent: "command:x y", caseId: "c", run: 0 });
      expect(await keep(workspace)).toBe(join(top, "kept", "c-command-x-y-1"));
      await rm(join(workspace.path, "sub"));
      mkdirSync(join(workspace.path, "sub"));
      writeFileSync(join(workspace.path, "sub", "b.txt"), "b");
      execFileSync("mkfifo", [join(workspace.path, "sub", "pipe")]);
      expect(await keep(workspace)).toBe(join(top, "kept", "c-command-x-y-1.2"));
      expect(readlinkSync(join(top, "kept", "c-command-x-y-1", "sub"))).toBe(join(top, "outside"));
      expect(readFileSync(join(top, "kept", "c-command-x-y-1.2", "sub", "b.txt"), "utf8")).toBe("b");
      expect(existsSync(join(top, "kept", "c-command-x-y-1.2", "sub", "pipe"))).toBe(false);
      expect(existsSync(join(top, "outside", "b.txt"))).toBe(false);
      expect(keptIn(join(top, "kept"))).toEqual(["c-command-x-y-1", "c-command-x-y-1.2"]);
      expect(keptIn(join(top, "outside"))).toEqual([]);
    } finally {
      await rm(top, { recursive: true });
    }
  },
);

test("the folder has the name of its case, in any language, and none that a command takes for a flag", async () => {
  const top = await mkdtemp(join(tmpdir(), "x-keep-"));
  try {
    mkdirSync(join(top, "source"));
    await using workspaces = await openWorkspaces();
    const base = await workspaces.prepare({ kind: "folder", path: join(top, "source") });
    await using workspace = await base.create();
    const kept = async (caseId: string) =>
      basename(await keeper(join(top, "kept"), { agent: "noop", caseId, run: 0 })(workspace));
    expect(await kept("添加测试")).toBe("添加测试-noop-1");
    expect(await kept("--a <b")).toBe("a-b-noop-1");
    expect(await kept("試".repeat(100))).toBe(`${"試".repeat(33)}-1`);
  } finally {
    await rm(top, { recursive: true });
  }
});

test("a program that runs as its owner does not do so any more where it is kept", async () => {
  const top = await mkdtemp(join(tmpdir(), "x-keep-"));
  try {
    mkdirSync(join(top, "source"));
    await using workspaces = await openWorkspaces({ method: "auto" });
    const base = await workspaces.prepare({ kind: "folder", path: join(top, "source") });
    await using workspace = await base.create();
    writeFileSync(join(workspace.path, "shell"), "");
    chmodSync(join(workspace.path, "shell"), 0o6755);
    const kept = await keeper(join(top, "kept"), { agent: "a", caseId: "c", run: 0 })(workspace);
    expect(statSync(join(kept, "shell")).mode & 0o7777).toBe(0o755);
  } finally {
    await rm(top, { recursive: true });
  }
});
