import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchFolder } from "./bench-folder.ts";
import { runX } from "./run-x.ts";

test("what a suite of somebody holds cannot write to a terminal, in a headline or in what the doctor says", async () => {
  const codes = "\u001b[2J\u001b[31m";
  await using folder = await benchFolder(
    [{ id: "a", expect: [`test:true '${codes}'`, "file:done.txt exists"] }],
    { agent: `command:true # ${codes}` },
  );
  for (const args of [
    ["bench", "suite.json"],
    ["bench", "suite.json", "--plan"],
    ["doctor", "suite.json"],
  ]) {
    const { stdout, stderr } = await runX(args, { cwd: folder.path });
    expect(stdout).toContain("␛[2J");
    expect(stdout + stderr).not.toContain("\u001b");
  }
});

test("nor be a command to a build server that reads the log", async () => {
  const obeyed = "##[add-mask]a ##vso[task.b]";
  const prints = `printf '::add-mask::a\\n ${obeyed}\\n'`;
  await using folder = await benchFolder(
    [{ id: `::${obeyed}`, prompt: `\n::error::${obeyed}`, expect: [`test:${prints}; false`] }],
    { name: `::error::${obeyed}`, agent: `command:${prints}` },
  );
  for (const args of [
    ["bench", "suite.json", "--verbose"],
    ...[[], [`::${obeyed}`], ["--json"]].map((more) => ["show", "last", ...more]),
    ...[["runs"], ["runs", "--json"], ["doctor", "suite.json"]],
    ["run", "Do it.", "--agent", `command:${prints}`],
  ]) {
    const { stdout, stderr } = await runX(args, { cwd: folder.path });
    expect(stdout + stderr).toContain("add-mask");
    expect(stdout + stderr).not.toMatch(/^\s*::[a-z]|##\[|##vso\[/m);
  }
});

test("a link in the place of a receipt does not lead to what is written over", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  const mine = join(folder.path, "mine.txt");
  writeFileSync(mine, "mine\n");
  symlinkSync("mine.txt", join(folder.path, "suite.receipt.json"));
  const { stdout } = await runX(["doctor", "suite.json"], { cwd: folder.path });
  expect(stdout).toContain("No receipt, for suite.receipt.json is a link to elsewhere. Remove it.");
  expect(readFileSync(mine, "utf8")).toBe("mine\n");
});

test.each(["--store", "--on", "--queue"])(
  "%s of a variable that is not set is told, not passed over",
  async (flag) => {
    await using folder = await benchFolder([{ id: "a" }]);
    const { code, stderr } = await runX(["bench", "suite.json", "--plan", flag, ""], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${flag}: "" names nothing.`),
    });
  },
);
