import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Trial } from "./trial.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

/** A command runs as it was given, and how it ended is told. */
export function commandTests(trial: Trial): void {
  const { sandbox, top, folder, run } = trial;
  test("works here", async () => {
    expect(await sandbox.available()).toMatchObject({ ok: true });
  });

  test.each([0, 1, 7, 127, 255])("exit code %i comes back", async (code) => {
    expect(await run(`exit ${code}`)).toMatchObject({ ended: "itself", code, signal: null, alive: [] });
  });

  test.each([
    ["TERM", 143],
    ["KILL", 137],
    ["SEGV", 139],
  ])("the end by SIG%s comes back", async (signal, code) => {
    expect(await run(`kill -${signal} $$; sleep 5`)).toMatchObject({
      ended: "itself",
      code,
      signal: `SIG${signal}`,
    });
  });

  test("a program that is not there ends with 127, or 126 where a folder of PATH is closed", async () => {
    const exit = await run({ argv: ["no-such-program"] });
    expect(exit.ended).toBe("itself");
    expect([126, 127]).toContain(exit.code);
  });

  test("stdout and stderr come back apart, unharmed", async () => {
    const exit = await run("printf 'é漢😀'; printf error >&2");
    expect(exit.stdout.text).toBe("é漢😀");
    expect(exit.stderr.text).toBe("error");
  });

  // The others have the users of the host, or of their image.
  if (["bubblewrap", "unshare"].includes(sandbox.name))
    test("whoever asks for the shell of the user is told bash where there is one", async () => {
      const told = await run("grep ^agent: /etc/passwd | cut -d: -f7; ls /bin/bash || echo /bin/sh");
      const [user, there] = told.stdout.text.split("\n");
      expect(user).toBe(there);
    });

  // An image has them from its service, the host has its own.
  if (["bubblewrap", "unshare"].includes(sandbox.name))
    test("whoever asks for a terminal gets one of its own", async () => {
      const exit = await run("script -qec 'tty; test -t 0 && test -t 1 && echo both' /dev/null");
      expect(exit).toMatchObject({ code: 0, stdout: { text: "/dev/pts/0\r\nboth\r\n" } });
    });

  test("stdin is empty and closed unless given", async () => {
    expect((await run("cat; echo end")).stdout.text).toBe("end\n");
    expect((await run("cat; echo end", { stdin: "a\nb\n" })).stdout.text).toBe("a\nb\nend\n");
  });

  test("stdin, stdout and stderr can be opened by their names", async () => {
    const line = "cat /dev/stdin; echo out >/dev/stdout; echo error >/dev/stderr";
    const exit = await run(line, { stdin: "in\n" });
    expect(exit).toMatchObject({ code: 0, stdout: { text: "in\nout\n" }, stderr: { text: "error\n" } });
    expect((await run("cat /dev/stdin; echo end")).stdout.text).toBe("end\n");
  });

  test("arguments arrive as they are", async () => {
    const args = ["a b", "", "'", '"', "$(id)", "`id`", "*", "\n", "\\", "-n", "--", "é"];
    const exit = await run({ argv: ["printf", "[%s]", ...args] });
    expect(exit.stdout.text).toBe(args.map((arg) => `[${arg}]`).join(""));
  });

  test("works in the workspace or a folder in it, nowhere else", async () => {
    mkdirSync(join(folder(), "sub"));
    await run("echo here >file", { cwd: "sub" });
    expect(readFileSync(join(folder(), "sub/file"), "utf8")).toBe("here\n");
    expect((await run("pwd")).stdout.text).toBe(`${sandbox.workspacePath({ path: folder() })}\n`);
    expect(await run("true", { cwd: "../.." })).toMatchObject({ ended: "not-started", code: null });
  });

  test("files it made belong to us", async () => {
    await run("mkdir d && echo a >d/f");
    expect(statSync(join(folder(), "d/f")).uid).toBe(process.getuid!());
  });

  test("a workspace that is not there is data", async () => {
    const exit = await run("true", { workspace: { path: join(top(), "missing") } });
    expect(exit).toMatchObject({ ended: "not-started", code: null });
    expect(exit.reason).not.toBe("");
  });

  test("sees the variables it was given, none of ours", async () => {
    process.env.X_CONFORMANCE_SECRET = "do-not-show";
    try {
      const exit = await run("env", { env: { ASKED: "it's $HOME\nyes" } });
      expect(exit.stdout.text).toContain("ASKED=it's $HOME\nyes\n");
      expect(exit.stdout.text).not.toContain("do-not-show");
      const names = exit.stdout.text.split("\n").flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
      const known = [
        "ASKED",
        "EMAIL",
        "HOME",
        "HOSTNAME",
        "LANG",
        "OLDPWD",
        "PATH",
        "PWD",
        "SHLVL",
        "TERM",
        "TMPDIR",
        "USER",
        "_",
        "X_SANDBOX_RUN",
        "npm_config_update_notifier",
      ];
      expect(names.filter((each) => !known.includes(each))).toEqual([]);
    } finally {
      delete process.env.X_CONFORMANCE_SECRET;
    }
  });

  test("in a repository that is made anew git knows who commits", async () => {
    const exit = await run("cd $(mktemp -d) && git init --quiet && git commit --quiet --allow-empty -m one");
    expect(exit).toMatchObject({ code: 0, stderr: { text: "" } });
  });

  test("values of variables show in no command line of the host", async () => {
    const secret = `secret-${uniqueSeconds()}`;
    const running = run("sleep 0.6", { env: { KEY: secret } });
    await wait(300);
    expect(processesWith(secret)).toEqual([]);
    expect((await running).code).toBe(0);
  });
}
