import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { probe } from "./probe.ts";
import type { Sandbox } from "./sandbox.ts";

const node = [process.execPath, "--version"] as const;

/** One in which no command works. */
function broken(before: (folder: string) => void, said = "bwrap: no\nmore"): Sandbox {
  return {
    async exec(_command: unknown, { workspace }: { workspace: { path: string } }) {
      before(workspace.path);
      return { code: 1, reason: null, stderr: { text: said } };
    },
  } as unknown as Sandbox;
}

test("a sandbox in which a command fails does not work here", async () => {
  expect(
    await probe(
      broken(() => {}),
      node,
    ),
  ).toEqual({ ok: false, reason: "bwrap: no" });
});

test.each([
  [
    'Resolved "node" as an alias\nTrying to pull docker.io/library/node:24...\nError: initializing source: no such host\n',
    "Error: initializing source: no such host",
  ],
  [
    "Unable to find image 'node:24' locally\ndocker: Error response from daemon: no such host\nRun 'docker run --help'",
    "docker: Error response from daemon: no such host",
  ],
])("the reason is the line that names the error: %j", async (said, reason) => {
  expect(
    await probe(
      broken(() => {}, said),
      node,
    ),
  ).toEqual({ ok: false, reason });
});

test("a machine that cannot write at all says nothing about a sandbox: a weaker one must not take its place", async () => {
  const noRoom = broken((folder) => rmSync(folder, { recursive: true }));
  await expect(probe(noRoom, node)).rejects.toMatchObject({ code: "ENOENT", syscall: "open" });
});

test("a program that never answers, such as the client of a daemon that hangs, is not waited for for ever", async () => {
  const hangs = [
    process.execPath,
    "-e",
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
  ] as const;
  const { ok, reason } = { reason: "", ...(await probe({} as Sandbox, hangs, 300)) };
  expect(ok).toBe(false);
  expect(reason).toMatch(/^Command failed: .*: no answer within 0\.3 s$/);
});
