import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeJob, type TestJob } from "../../test/agent/support/make-job.ts";
import { ProgramNotStartedError } from "./program-not-started-error.ts";
import { unstartable, unstartableInCases } from "./unstartable.ts";

let made: TestJob;
beforeAll(async () => {
  const files = {
    "here.sh": "#!/bin/sh\nexit 127\n",
    "plain.txt": "text\n",
    "lost.sh": "#!/no/such/sh -e\n",
    "lost.js": "#!/usr/bin/env no-such-runtime\n",
    "lost.ts": "#!/usr/bin/env -S no-such-runtime --strict\n",
    "here.js": "#!/usr/bin/env sh\n",
    "odd.js": "#!/usr/bin/env -S A=1 no-such-runtime\n",
    "bin/tool": "#!/bin/sh\n",
    "my tool": "#!/bin/sh\n",
  };
  made = await makeJob(files);
  for (const name of ["here.sh", "lost.sh", "lost.js", "lost.ts", "here.js", "odd.js", "bin/tool", "my tool"])
    await chmod(join(made.workspace, name), 0o755);
  await mkdir(join(made.workspace, "folder"));
});
afterAll(() => made[Symbol.asyncDispose]());

const look = (line: string, env: Record<string, string> = {}) =>
  unstartable(line, made.job.shell, { env: { HOME: "/root-of-nobody", ...env } });

describe("what is not there", () => {
  test.each([
    ["/opt/no/a", "/opt/no/a"],
    ["./a.sh --yes && echo x", "./a.sh"],
    ["$HOME/a.sh", "/root-of-nobody/a.sh"],
    [`"\${HOME}/my a" x`, "/root-of-nobody/my a"],
    ["~/a.sh", "/root-of-nobody/a.sh"],
    ["'./$a'", "./$a"],
    ["KEY=1 exec ./a", "./a"],
    ['./a -p "$(cat p; true)" 2>&1', "./a"],
    ["gone-for-good", "gone-for-good"],
    ["PATH=/no/bin tool", "tool"],
    ["$A run", "nobody"],
  ])("%s", async (line, program) => {
    expect(await look(line, { A: "nobody has this" })).toMatchObject({ program, missing: true });
  });
});

test.each(["./plain.txt", "./folder", "./lost.sh", "exec ./lost.sh --yes", "./lost.js", "./lost.ts"])(
  "what is there and cannot be run is told apart: %s",
  async (line) => {
    expect(await look(line)).toMatchObject({ missing: false });
  },
);

test.each([
  "./here.sh",
  "./here.sh && ./a",
  "./here.js",
  "./odd.js",
  "PATH=$PWD/bin tool",
  "'./my tool' x",
  "echo x",
  "cd folder && ./a",
  "bash ./a",
  "$A",
  // Others may have run before or after it, or in its place.
  "./a; ./b",
  "./a || ./b",
  "./a | cat",
  "(./a)",
  // What that runs must not run twice.
  "$(touch ran; echo ./a)",
])("nothing is said of %s", async (line) => {
  expect(await look(line)).toBeNull();
});

test("nothing of the line runs", async () => {
  await look("touch ran && ./a");
  expect(await look("./ran")).toMatchObject({ missing: true });
});

test("the error says what is wrong and what to do, and that no retry helps", async () => {
  const words = "/opt/no/a: No such file or directory";
  const missing = new ProgramNotStartedError((await look("/opt/no/a"))!, words);
  expect(missing).toMatchObject({ code: "agent-not-started", retryable: false });
  expect(missing.message).toBe(
    "The agent could not be started: there is no /opt/no/a inside the sandbox (/opt/no/a: No such file or directory). Put it into the workspace, name it by a path that the sandbox shows, or use --sandbox host, which shows all of this machine.",
  );
  for (const line of ["~/a", "$HOME/a", `"\${HOME}/a"`]) {
    expect(new ProgramNotStartedError((await look(line))!, "").message).toContain(
      "inside the sandbox. The home folder inside is not yours: write the whole path. Put it",
    );
  }
  const closed = new ProgramNotStartedError((await look("./plain.txt"))!, "");
  expect(closed.message).toContain("./plain.txt cannot be run inside the sandbox. Make it");
});

describe("in case after case", () => {
  const { signal } = new AbortController();
  /** How often it is looked, for two cases. */
  async function looks(line: string, env: Record<string, string> = {}) {
    let count = 0;
    const shell = {
      ...made.job.shell,
      exec: (...args: Parameters<typeof made.job.shell.exec>) => {
        count++;
        return made.job.shell.exec(...args);
      },
    };
    const inCases = unstartableInCases(line);
    const told = [await inCases(shell, { env, signal }), await inCases(shell, { env, signal })];
    return { count, missing: told.map((each) => each?.missing ?? false) };
  }

  test("what was found by its name is looked for once", async () => {
    expect(await looks("sh -c true")).toEqual({ count: 1, missing: [false, false] });
  });

  test.each([
    ["./here.sh", {}],
    ["sh -c true", { PATH: "./bin:/usr/bin:/bin" }],
  ])("what may differ from case to case is looked for in each: %s %o", async (line, env) => {
    expect(await looks(line, env as Record<string, string>)).toEqual({ count: 2, missing: [false, false] });
  });

  test("what was not found is looked for again", async () => {
    expect(await looks("gone-for-good")).toEqual({ count: 2, missing: [true, true] });
  });
});
