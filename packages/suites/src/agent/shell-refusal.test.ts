import { expect, test } from "vitest";
import { ProgramNotStartedError } from "./program-not-started-error.ts";
import { shellRefusal } from "./shell-refusal.ts";

const refusal = (line: string, said: string, exitCode = 127) =>
  shellRefusal({ line, shell: said.startsWith("sh:") ? "sh" : "bash", exitCode, said });

test.each([
  ["/opt/a", "bash: line 1: /opt/a: No such file or directory\n", "/opt/a"],
  ["./a.sh --yes && echo x", "sh: 1: ./a.sh: not found\n", "./a.sh"],
  ["/opt/a", "sh: /opt/a: not found\n", "/opt/a"],
  ["$HOME/a.sh", "bash: line 1: /root/a.sh: No such file or directory\n", "/root/a.sh"],
  [`"\${HOME}/my a" x`, "bash: line 1: /root/my a: No such file or directory\n", "/root/my a"],
  ["~/a.sh", "bash: /root/a.sh: No such file or directory\n", "/root/a.sh"],
  ["'./$a'", "bash: line 1: ./$a: No such file or directory\n", "./$a"],
  ["KEY=1 exec /opt/a", "sh: 1: exec: /opt/a: not found\n", "/opt/a"],
  ['/opt/a -p "$(cat p; true)" 2>&1', "bash: line 1: /opt/a: No such file or directory\n", "/opt/a"],
  ["gone", "bash: warning: setlocale: no\nbash: line 1: gone: command not found\n", "gone"],
])("%s is not there: %j", (line, said, program) => {
  expect(refusal(line, said)).toMatchObject({ program, missing: true });
});

test.each([
  ["bash: line 1: ./a: Permission denied", 126],
  ["bash: line 1: ./a: Is a directory", 126],
  ["bash: line 1: ./a: cannot execute: required file not found", 127],
  ["bash: ./a: /no/x: bad interpreter: No such file or directory", 126],
])("what is there and cannot be run is told apart: %s", (said, exitCode) => {
  expect(refusal("./a", said, exitCode)).toMatchObject({ program: "./a", missing: false });
});

test.each([
  ["another exit code", "./a", "bash: line 1: ./a: No such file or directory", 1],
  ["a command of its own", "./a", "./a: line 3: tool: command not found", 127],
  ["a command of a shell of its own", "./a", "bash: line 1: tool: command not found", 127],
  ["a later command", "./a && ./b", "bash: line 1: ./b: No such file or directory", 127],
  ["it said something before", "./a", "hello\nbash: line 1: ./a: No such file or directory", 127],
  ["it said something after", "./a", "bash: line 1: ./a: No such file or directory\nhello", 127],
  ["a second command may have run", "./a; ./b", "bash: line 1: ./a: No such file or directory", 127],
  ["a second command in its place", "./a || ./b", "bash: line 1: ./a: No such file or directory", 127],
  ["a variable is all there is", "$A run", "bash: line 1: tool: command not found", 127],
  ["a variable and no name", "$A/ run", "bash: line 1: b/: No such file or directory", 127],
  ["a script for a shell", "bash ./a", "bash: ./a: No such file or directory", 127],
  ["the end of another name", "a.sh", "bash: line 1: /opt/a.sh: No such file or directory", 127],
  ["nothing was said", "./a", "", 127],
])("it is the agent's own failure: %s", (_, line, said, exitCode) => {
  expect(refusal(line, said, exitCode)).toBeNull();
});

test("the error says what is wrong and what to do, and that no retry helps", () => {
  const said = "bash: line 1: /root/a: No such file or directory";
  const missing = new ProgramNotStartedError(refusal("/root/a", said)!);
  expect(missing).toMatchObject({ code: "agent-not-started", retryable: false });
  expect(missing.message).toBe(
    "The agent could not be started: there is no /root/a inside the sandbox (/root/a: No such file or directory). Put it into the workspace, name it by a path that the sandbox shows, or use --sandbox host, which shows all of this machine.",
  );
  for (const line of ["~/a", "$HOME/a", `"\${HOME}/a"`]) {
    expect(new ProgramNotStartedError(refusal(line, said)!).message).toContain(
      "The home folder inside is not yours: write the whole path. Put it",
    );
  }
  const closed = new ProgramNotStartedError(refusal("./a", "sh: 1: ./a: Permission denied", 126)!);
  expect(closed.message).toContain("./a cannot be run inside the sandbox (./a: Permission denied). Make it");
});
