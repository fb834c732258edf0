import { expect, test } from "vitest";
import { type CliEndFacts, endOfCli } from "./end-of-cli.ts";
import type { CliTrouble } from "./output-reader.ts";

function endOf(trouble: Pick<CliTrouble, "kind" | "message"> | null, more: Partial<CliEndFacts> = {}) {
  return endOfCli({
    ...{ agent: "some", exit: { kind: "exited", exitCode: 0 }, words: "", metered: true, calls: 0 },
    summary: {
      ...{ finished: true, turns: 1, answer: null, usage: null, costUsd: null },
      trouble: trouble && { status: null, ...trouble },
    },
    ...more,
  });
}

test("a model that would not go on is no failure of its program", () => {
  expect(endOf({ kind: "refused", message: "It refused to go on." })).toEqual({
    ...{ ended: "gave-up", why: "refused", detail: "It refused to go on." },
  });
});

test("an error of the agent's own is one sentence, however it ends", () => {
  for (const message of ["No more room", "No more room."]) {
    expect(endOf({ kind: "agent", message })).toMatchObject({
      ...{ ended: "crashed", detail: "The agent some failed: No more room. Its transcript may tell more." },
    });
  }
});

test("a program that the shell could not start says nothing about the agent", () => {
  const silent = { finished: false, turns: 0, answer: null, usage: null, costUsd: null, trouble: null };
  const words = "exec: /opt/some: not found";
  for (const exitCode of [126, 127]) {
    const exit = { kind: "exited", exitCode } as const;
    expect(endOf(null, { exit, words, summary: silent })).toMatchObject({
      ...{ ended: "infrastructure", error: { code: "agent-not-started" } },
      detail: expect.stringContaining("could not be started inside the sandbox: exec: /opt/some: not found."),
    });
    // It had begun: then the exit code is its own.
    expect(endOf(null, { exit, words, summary: { ...silent, turns: 1 } }).ended).toBe("crashed");
    expect(endOf(null, { exit, words, summary: { ...silent, finished: true } }).ended).toBe("crashed");
    expect(endOf(null, { exit, words, summary: silent, calls: 1 }).ended).toBe("crashed");
  }
});

test.each([
  "SyntaxError: Invalid regular expression flags",
  "Error: Cannot find module '/opt/agent/cli.js'",
  "/opt/some: error while loading shared libraries: libstdc++.so.6: cannot open shared object file",
  "/opt/some: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /opt/some)",
  "Some agent requires Node.js 22 or newer",
])("a program that could not be loaded says nothing about the agent: %s", (words) => {
  const silent = { finished: false, turns: 0, answer: null, usage: null, costUsd: null, trouble: null };
  const exit = { kind: "exited", exitCode: 1 } as const;
  expect(endOf(null, { exit, words, summary: silent })).toMatchObject({
    ...{ ended: "infrastructure", error: { code: "agent-not-started" } },
    detail: expect.stringContaining(`could not be started inside the sandbox: ${words}.`),
  });
  expect(endOf(null, { exit, words, summary: silent, calls: 1 }).ended).toBe("crashed");
  expect(endOf(null, { exit, words: "No such key", summary: silent }).ended).toBe("crashed");
  expect(endOf(null, { exit: { ...exit, exitCode: 0 }, words, summary: silent }).ended).toBe("done");
});

test("an exit code that is none of success is told with the last words, or with where to look", () => {
  const exit = { kind: "exited", exitCode: 4 } as const;
  expect(endOf(null, { exit, words: "no such key" }).detail).toBe(
    "The agent exited with code 4: no such key",
  );
  expect(endOf(null, { exit }).detail).toBe("The agent exited with code 4; its transcript may tell why.");
});
