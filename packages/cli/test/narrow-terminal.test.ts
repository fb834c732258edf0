import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { fixture } from "./fixture.ts";
import { runProgram } from "./run-program.ts";
import { runX, x } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const small = fixture("small");

/** The lines that stand on a terminal of this width after `x …`, whose stderr is left out, or its stdout. */
async function linesAt(
  columns: number,
  words: string,
  cwd: string,
  leaving = "2>/dev/null",
): Promise<string[]> {
  const line = `stty cols ${columns}; "${process.execPath}" "${x}" ${words} ${leaving}`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm" };
  const { stdout } = await runProgram("script", ["-qec", line, "/dev/null"], { cwd, env });
  return stripVTControlCharacters(stdout).replaceAll("\r", "").trimEnd().split("\n");
}

const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));

test("a scorecard fits the terminal; what goes to a file or a pipe is whole", async () => {
  await using folder = await tempFolder();
  const words = `compare "${small}" --runs 1 --output card.txt`;
  const compared = await linesAt(40, words, folder.path);
  expect(longest(compared)).toBeLessThanOrEqual(40);
  expect(compared.join("\n")).toContain("overall ranking");
  const card = readFileSync(join(folder.path, "card.txt"), "utf8");
  const shown = await runX(["show", "last"], { cwd: folder.path });
  for (const text of [card, shown.stdout]) expect(text).toContain("  Δ vs baseline  credible  verdict");
  for (const columns of [40, 79]) {
    const lines = await linesAt(columns, "show last", folder.path);
    expect(longest(lines)).toBeLessThanOrEqual(columns);
    expect(lines.filter((line) => /^(rank|subject) .*mean .*verdict/.test(line))).toHaveLength(1);
  }
});

test("a cell fits the terminal but for what others wrote, which keeps its lines", async () => {
  await using folder = await tempFolder();
  await runX(["compare", small, "--runs", "1"], { cwd: folder.path });
  const whole = (await runX(["show", "last", "reasoning-1"], { cwd: folder.path })).stdout;
  expect(longest(whole.split("\n"))).toBeGreaterThan(40);
  const lines = await linesAt(40, "show last reasoning-1", folder.path);
  const told = lines.slice(0, lines.indexOf("Transcript")).filter((line) => !line.includes(": x show "));
  expect(told.filter((line) => line.length > 40)).toEqual([]);
  expect(told.join(" ").replaceAll(/\s+/g, " ")).toContain(
    "simulated model: this shows the tool, not the models",
  );
  expect(lines).toContain("  The reasoning task with the number 1");
});

test("a terminal that was never given a size is not taken for a narrow one", async () => {
  await using folder = await tempFolder();
  await runX(["compare", small, "--runs", "1"], { cwd: folder.path });
  const lines = [
    ...(await linesAt(0, "show last", folder.path)),
    ...(await linesAt(0, "runs", folder.path)),
  ].join("\n");
  expect(lines).toContain("  Δ vs baseline  credible  verdict");
  expect(lines).toMatch(/^run .* cells .* commit /m);
});

test("an unfinished run and a missing key are told in lines that fit; what is to be typed stays whole", async () => {
  await using folder = await tempFolder();
  await runX(["compare", small, "--max-cost", "0.02"], { cwd: folder.path });
  const file = `"${small}" --runs 2`;
  const hint = await linesAt(60, `compare ${file}`, folder.path, ">/dev/null");
  const unfinished = hint.join("\n").split("\n\n", 1)[0]!.split("\n");
  expect(longest(unfinished)).toBeLessThanOrEqual(60);
  expect(unfinished.join(" ")).toMatch(/^Run \w+ of small is unfinished .* --resume +would go on with it\.$/);
  const told = await linesAt(60, `compare ${file} -m openai/gpt-5.4-mini`, folder.path, ">/dev/null");
  expect(told.slice(0, 2)).toEqual([
    "openai/gpt-5.4-mini needs OPENAI_API_KEY, which is not set.",
    "Set it, choose another model with --model, or see it work",
  ]);
  // On a line of its own where that makes it fit, which depends on the folder.
  expect(told.slice(2).join("\n")).toMatch(/^ {2}without a key:(?:| \S.*)(?:|\n {2}\S.*)$/);
  expect(told.at(-1)).toContain(`x compare ${small} --runs 2`);
});

test("that a database is not named is told in lines that fit, though a command is named in the sentence", async () => {
  await using folder = await tempFolder();
  for (const command of ["top", "worker"])
    expect(longest(await linesAt(60, command, folder.path, ">/dev/null"))).toBeLessThanOrEqual(60);
});
