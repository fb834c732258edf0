import { mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { checkScript, readPrices, readScript } from "@flow-state-dev/core";
import { readSuite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { docPages, root } from "./doc-pages.ts";
import type { CodeBlock } from "./markdown.ts";
import { runProgram, runX } from "./run-x.ts";
import { missingLines } from "./same-output.ts";
import { tempFolder } from "./temp-folder.ts";

const condition = "@flow-state-dev/source";

interface Found extends CodeBlock {
  page: string;
}

function blocksOf(language: string): Found[] {
  return docPages.flatMap(({ page, blocks }) =>
    blocks.filter((block) => block.language === language).map((block) => ({ ...block, page })),
  );
}

function filesOf(page: string): CodeBlock[] {
  return (docPages.find((each) => each.page === page)?.blocks ?? []).filter(({ file }) => file !== undefined);
}

/** A folder outside the repository in which a page's programs find its files and the packages of this workspace. */
async function projectOf(page: string) {
  const folder = await tempFolder();
  await symlink(join(root, "node_modules"), join(folder.path, "node_modules"), "junction");
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const { file, text } of filesOf(page)) {
    await mkdir(dirname(join(folder.path, file!)), { recursive: true });
    await writeFile(join(folder.path, file!), text);
  }
  return folder;
}

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
  await using folder = await projectOf(program.page);
  const file = join(folder.path, fileOf(program));
  await writeFile(file, program.text);
  const { code, stdout, stderr } = await runProgram(process.execPath, [`--conditions=${condition}`, file], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toBe(program.prints ?? "");
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
}, 120_000);

/** Commands of a block; what is shown after it is what the last of them prints. */
const lines = blocksOf("sh")
  .filter(({ file }) => file === undefined)
  .flatMap((block) =>
    block.text
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== "")
      .map((command, at, { length }) => ({
        ...block,
        command,
        prints: at === length - 1 ? block.prints : undefined,
      })),
  );

/** The same command on two pages is run once, unless one of them shows what it prints. */
const commands = lines.filter(
  ({ command, prints }, at) =>
    prints !== undefined ||
    !lines.some((other, before) => other.command === command && (other.prints !== undefined || before < at)),
);

/** Some commands start every agent that is on this machine. */
const commandTimeout = { timeout: 90_000 };

test.each(commands)(
  "$page:$line can be typed: $command",
  commandTimeout,
  async ({ page, command, prints }) => {
    const [npm, verb, ...rest] = command.split(/\s+/);
    const script = verb === "run" ? rest.shift() : verb;
    expect(npm, "only npm commands are known here").toBe("npm");
    expect(Object.keys(packageJson.scripts)).toContain(script);
    if (script !== "x") return;
    expect(rest.shift()).toBe("--");
    // What names a file of the page is for the reader's own project.
    const own = filesOf(page).some(({ file }) => command.includes(file!));
    await using project = own ? await projectOf(page) : null;
    const { code, stdout, stderr } = await runX(rest, { cwd: project?.path ?? root });
    // 1 is an answer too: without a key a model cannot be used. 2 says that the command makes no sense.
    expect([0, 1], stderr).toContain(code);
    // A sweep tells its progress there, and nothing else.
    if (rest[0] !== "compare" && rest[0] !== "bench") expect(stderr).toBe("");
    expect(stderr).not.toMatch(/warning/i);
    if (prints === undefined) expect(stdout).not.toBe("");
    else expect(missingLines(prints, stdout), stdout).toEqual([]);
  },
);

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
