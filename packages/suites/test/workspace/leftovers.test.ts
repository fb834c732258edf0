import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { privateFolder, sweepLeftovers, workspacesRoot } from "../../src/workspace/private-folder.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";

const top = fs.mkdtempSync(join(tmpdir(), "x-leftovers-"));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

const program = fileURLToPath(new URL("support/leave-behind.ts", import.meta.url));

/** A process that makes a workspace, says so, and is ended by force. */
async function leaveBehind(method: string): Promise<void> {
  const args = [
    "--conditions=@flow-state-dev/source",
    "--disable-warning=ExperimentalWarning",
    program,
    top,
    method,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("close", () => reject(new Error("it ended too early")));
  });
  child.kill("SIGKILL");
  await gone;
}

test.each(["overlay", "copy"])(
  "what a killed process left is removed by the next, mounts too (%s)",
  async (method) => {
    await leaveBehind(method);
    const root = await workspacesRoot(top);
    expect(fs.readdirSync(root).length).toBe(1);
    expect(fs.readFileSync("/proc/self/mountinfo", "utf8")).not.toContain(top);
    await using workspaces = await openWorkspaces({ method: "copy", parent: top });
    expect(fs.readdirSync(root).length).toBe(1);
    expect(await sweepLeftovers(root)).toBe(0);
    expect(workspaces.method).toBe("copy");
  },
);

test("what belongs to the living, to another namespace or to nobody is left alone", async () => {
  const root = await workspacesRoot(top);
  const put = (name: string, owner: object | null) => {
    fs.mkdirSync(join(root, name));
    fs.writeFileSync(join(root, name, owner ? "owner.json" : "work.txt"), JSON.stringify(owner));
  };
  await using workspaces = await openWorkspaces({ method: "copy", parent: top });
  const own = fs.readdirSync(root).find((name) => name.startsWith("run-"))!;
  const owner = JSON.parse(fs.readFileSync(join(root, own, "owner.json"), "utf8"));
  put("run-dead", { ...owner, started: 1 });
  put("run-before-boot", { ...owner, boot: "another" });
  put("run-elsewhere", { ...owner, namespace: "pid:[1]", started: 1 });
  put("run-nobody", null);
  put("other", { ...owner, started: 1 });
  fs.mkdirSync(join(root, "run-dead/closed"), { mode: 0o000 });
  expect(await sweepLeftovers(root)).toBe(2);
  expect(fs.readdirSync(root).sort()).toEqual([own, "other", "run-elsewhere", "run-nobody"].sort());
  expect(workspaces.notice).toBeNull();
});

test("age says nothing where the owner is known to live: a clock may have jumped", async () => {
  const root = await workspacesRoot(fs.mkdtempSync(join(top, "aged-")));
  const own = await privateFolder(root);
  const nobody = fs.mkdtempSync(join(root, "run-"));
  fs.writeFileSync(join(nobody, "work.txt"), "");
  const longAgo = Date.now() / 1000 - 8 * 24 * 3600;
  for (const folder of [own, nobody]) fs.utimesSync(folder, longAgo, longAgo);
  expect(await sweepLeftovers(root)).toBe(1);
  expect(fs.readdirSync(root).map((name) => join(root, name))).toEqual([own]);
});

test("an owner that is just being written is read again before age decides", async () => {
  const root = await workspacesRoot(fs.mkdtempSync(join(top, "writing-")));
  const own = await privateFolder(root);
  const longAgo = Date.now() / 1000 - 8 * 24 * 3600;
  fs.utimesSync(own, longAgo, longAgo);
  const whole = fs.readFileSync(join(own, "owner.json"), "utf8");
  const readings = [whole.slice(0, 9), whole];
  expect(await sweepLeftovers(root, async () => readings.shift()!)).toBe(0);
  expect(readings).toEqual([]);
  expect(fs.existsSync(own)).toBe(true);
});

test("a folder that is made just now is no leftover, whatever the clock says", async () => {
  const root = await workspacesRoot(fs.mkdtempSync(join(top, "made-")));
  const made = fs.mkdtempSync(join(root, "run-"));
  const longAgo = Date.now() / 1000 - 8 * 24 * 3600;
  fs.utimesSync(made, longAgo, longAgo);
  let asked = 0;
  // It goes as an empty one, which whoever makes it notices; nobody is asked, for the answer could be too late.
  const read = async () => {
    asked += 1;
    return "";
  };
  expect(await sweepLeftovers(root, read)).toBe(1);
  expect(asked).toBe(0);
});

test("an empty folder that says not whose it is was left by a kill, and goes", async () => {
  const root = await workspacesRoot(fs.mkdtempSync(join(top, "empty-")));
  fs.mkdtempSync(join(root, "run-"));
  expect(await sweepLeftovers(root)).toBe(1);
  expect(fs.readdirSync(root)).toEqual([]);
  // Whose own it was tries again.
  let taken = 0;
  const own = await privateFolder(root, (file, text) => {
    if (taken++ === 0) fs.rmdirSync(join(String(file), ".."));
    fs.writeFileSync(file, text);
  });
  expect(taken).toBe(2);
  expect(fs.readdirSync(root).map((name) => join(root, name))).toEqual([own]);
});

test("on a full disk no folder stays that does not say whose it is", async () => {
  const root = await workspacesRoot(fs.mkdtempSync(join(top, "full-")));
  const full = () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  await expect(privateFolder(root, full)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(fs.readdirSync(root)).toEqual([]);
});

test("a folder of somebody else, or a link, is not used", async () => {
  const other = fs.mkdtempSync(join(top, "other-"));
  const user = process.getuid?.() ?? 0;
  fs.symlinkSync("/tmp", join(other, `x-workspaces-${user}`));
  const root = await workspacesRoot(other);
  expect(root).not.toBe(join(other, `x-workspaces-${user}`));
  expect(fs.lstatSync(root).mode & 0o777).toBe(0o700);
});

test("what cannot be removed is left to the next, and stops nobody", async () => {
  const room = fs.mkdtempSync(join(top, "busy-"));
  const root = await workspacesRoot(room);
  const own = await privateFolder(root);
  const owner = JSON.parse(fs.readFileSync(join(own, "owner.json"), "utf8"));
  for (const name of ["run-busy", "run-dead"]) {
    fs.mkdirSync(join(root, name));
    fs.writeFileSync(join(root, name, "owner.json"), JSON.stringify({ ...owner, started: 1 }));
  }
  // So much is left to a program, which is one that fails here.
  fs.mkdirSync(join(root, "run-busy", "much"));
  for (let at = 0; at < 200; at++) fs.writeFileSync(join(root, "run-busy", "much", `${at}`), "");
  fs.mkdirSync(join(room, "bin"));
  const script = '#!/bin/sh\ncase "$*" in *run-busy*) exit 1;; esac\nexec /bin/rm "$@"\n';
  fs.writeFileSync(join(room, "bin/rm"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${room}/bin:${process.env.PATH}`);
  expect(await sweepLeftovers(root)).toBe(1);
  expect(fs.existsSync(join(root, "run-busy"))).toBe(true);
});
