import { expect, test } from "vitest";
import { benchFolder } from "./bench-folder.ts";
import { runProgram } from "./run-program.ts";
import { x } from "./run-x.ts";

test("on a terminal what runs is drawn below what has ended, and is gone at the end", async () => {
  await using folder = await benchFolder([{ id: "first" }, { id: "second" }]);
  const line = `${process.execPath} ${x} bench suite.json --agent 'command:sleep 0.5; touch done.txt'`;
  const { stdout, code } = await runProgram("script", ["-qec", line, "/dev/null"], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm" },
  });
  expect(code).toBe(0);
  expect(stdout).toContain("… second");
  expect(stdout).toMatch(/1 of 2 runs · 1 running · \$0\.00/);
  const screen = lastScreen(stdout);
  expect(screen).toContain("  ✓ first ");
  expect(screen).toContain("  ✓ second ");
  expect(screen).toContain("2 of 2 passed");
  expect(screen).toMatch(/Look at it: x view \w{4}\n/);
  expect(screen).not.toContain("running");
});

test("lines fit a terminal that was made narrower while x stood still", async () => {
  await using folder = await benchFolder([{ id: "first" }]);
  const line = `${process.execPath} ${x} bench suite.json --agent 'command:sleep 3; touch done.txt'`;
  // A job of its own, as in a shell of somebody who types Ctrl-Z: it is behind while the size changes.
  const job = `stty cols 200; ${line} & p=$!; sleep 2; kill -STOP $p; stty cols 30; kill -CONT $p; wait $p`;
  const { stdout } = await runProgram(
    "script",
    ["-qec", `bash -mc "${job.replaceAll("$", "\\$")}"`, "/dev/null"],
    {
      cwd: folder.path,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm", SHELL: "/bin/sh" },
    },
  );
  // Behind it the shell tells that its job is done.
  const end = lastScreen(stdout).split(/1 of 1 passed|\[1\]\+ +Done/)[1]!;
  expect(end).toContain("unknown");
  for (const written of end.split("\n")) expect(written.length).toBeLessThanOrEqual(30);
});

const esc = "\u001b";
const sequences = new RegExp(`(${esc}\\[[0-9?]*[A-Za-z]|\\n)`);
const upwards = new RegExp(`^${esc}\\[(\\d+)F$`);

/** What is left on a terminal that everything was written to. */
function lastScreen(written: string): string {
  const rows = [""];
  let row = 0;
  for (const part of written.replaceAll("\r", "").split(sequences)) {
    const up = upwards.exec(part);
    if (up) row -= Number(up[1]);
    else if (part === "\u001b[0J") rows.splice(row, rows.length, "");
    else if (part === "\n") rows[++row] ??= "";
    else if (!part.startsWith("\u001b")) rows[row] += part;
  }
  return rows.join("\n");
}
