import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cliVersion } from "../../src/adapters/cli-version.ts";
import { host } from "../../src/sandbox/host.ts";
import { probe } from "../../src/sandbox/probe.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { passingFolder } from "../../src/workspace/passing-folder.ts";
import { workspacesRoot } from "../../src/workspace/private-folder.ts";

const top = mkdtempSync(join(tmpdir(), "passing-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

test("it is empty, lies where leftovers are looked for, says whose it is, and goes with all that is around it", async () => {
  const root = await workspacesRoot();
  let path: string;
  {
    await using folder = await passingFolder();
    path = folder.path;
    expect(dirname(dirname(path))).toBe(root);
    expect(readdirSync(path)).toEqual([]);
    expect(readdirSync(dirname(path)).sort()).toEqual(["owner.json", "room"]);
  }
  expect(existsSync(dirname(path))).toBe(false);
});

test("what tries a sandbox, is home of a command or asks a program for its version has one", async () => {
  const places: string[] = [];
  const seen = {
    exec: async (_: unknown, { workspace }: { workspace: { path: string } }) => {
      places.push(workspace.path);
      return { code: 1, reason: null, stderr: { text: "no" } };
    },
  } as unknown as Sandbox;
  expect(await probe(seen, [process.execPath, "--version"])).toMatchObject({ ok: false });
  const told = await host({ cgroups: null }).exec({ shell: "echo $HOME" }, { workspace: { path: top } });
  places.push(told.stdout.text.trim());
  const program = join(top, "program");
  writeFileSync(program, '#!/bin/sh\npwd >"$(dirname "$0")/place"; echo 1.2.3\n', { mode: 0o755 });
  expect(await cliVersion(program)).toBe("1.2.3");
  places.push(readFileSync(join(top, "place"), "utf8").trim());
  const root = await workspacesRoot();
  expect(places.map((place) => dirname(dirname(place)))).toEqual([root, root, root]);
  expect(places.filter(existsSync)).toEqual([]);
});
