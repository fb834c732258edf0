import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { checkScript, readPrices, readScript } from "@flow-state-dev/core";
import { readSuite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, type Found, projectOf } from "./doc-blocks.ts";
import { docPages, root } from "./doc-pages.ts";
import { runProgram } from "./run-program.ts";
import { freshEnvironment, x } from "./run-x.ts";

const condition = "@flow-state-dev/source";

/** Packages as readers have them. */
const installed = resolve(x, "../../../..");

function fileOf({ page, line }: Found): string {
  return `${basename(page, ".md").toLowerCase()}-line-${line}.ts`;
}

const programs = blocksOf("ts");

test("every block of code is of a kind that is tested here", () => {
  const kinds = docPages.flatMap(({ page, blocks }) =>
    blocks.map(({ language, line }) => `${page}:${line} ${language}`),
  );
  expect(kinds.filter((kind) => !/ (ts|text|sh|json|yaml)$/.test(kind))).toEqual([]);
  expect(programs.map(({ page }) => page)).toContain("README.md");
});

test("on the first page nothing stands that is not run: every output follows what prints it", () => {
  const blocks = docPages[0]!.blocks;
  const outputs = blocks.filter(({ language }) => language === "text").map(({ text }) => text);
  const printed = blocks.flatMap(({ prints }) => (prints === undefined ? [] : [prints]));
  expect(outputs).toEqual(printed);
});

test.each(programs)("$page:$line runs as it stands, with no key", async (program) => {
  await using folder = await projectOf(program.page, installed);
  const file = join(folder.path, fileOf(program));
  await writeFile(file, program.text);
  const { code, stdout, stderr } = await runProgram(process.execPath, [file], {
    cwd: folder.path,
    env: freshEnvironment(),
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toBe(program.prints ?? "");
});

test("no program needs more than the Node that installed packages need: 22.18 has no using", () => {
  const newer = programs.filter(({ text }) => /^\s*(await )?using |Disposable/m.test(text));
  expect(newer.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test("all programs are sound for the compiler", async () => {
  await using folder = await projectOf("README.md");
  for (const program of programs) await writeFile(join(folder.path, fileOf(program)), program.text);
  await writeFile(
    join(folder.path, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: { noEmit: true, customConditions: [condition] },
      files: programs.map(fileOf),
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { code, stdout } = await runProgram(process.execPath, [tsc, "-p", folder.path]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});

test.each(blocksOf("json"))("$page:$line is data that can be used", async ({ page, file, text }) => {
  const data = JSON.parse(text) as object;
  if ("cases" in data && !("suite" in data)) {
    await using folder = await projectOf(page);
    const written = join(folder.path, file ?? "bench/suite-of-the-page.json");
    await mkdir(dirname(written), { recursive: true });
    await writeFile(written, text);
    expect((await readSuite(written)).cases.length).toBeGreaterThan(0);
    return;
  }
  if (file === undefined) {
    expect(Object.keys(data)).not.toContain("models");
    if ("conversations" in data || "turns" in data) checkScript(data);
    return;
  }
  await using folder = await projectOf(page);
  const written = join(folder.path, file);
  const read = "models" in data ? readPrices(written) : readScript(written).conversations;
  expect(Object.keys(read).length).toBeGreaterThan(0);
});

test.each(blocksOf("yaml"))("$page:$line is YAML", ({ text }) => {
  expect(parse(text)).toBeTypeOf("object");
});
