import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSuite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { templateFiles } from "../src/init/write-template.ts";
import { runProgram } from "./run-program.ts";
import { runX, sourceX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const templates = fileURLToPath(new URL("../templates", import.meta.url));

/** Makes the packages of this workspace those that are installed in a folder. */
async function install(folder: string): Promise<void> {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
}

/** The commands that a text tells to type, by the first word after `x`. */
function commandsIn(text: string): string[][] {
  const lines = text.split("\n").flatMap((line) => /^ {2}x (.*?)(?: {2,}.*)?$/.exec(line)?.[1] ?? []);
  return lines.map((line) => line.split(" "));
}

test("in an empty folder: what is written, and every command that is free works with nothing installed", async () => {
  await using folder = await tempFolder();
  // From a clone, which can make the packages that a benchmark is typed against.
  const first = await runProgram(process.execPath, [sourceX, "init"], { cwd: folder.path });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(folder.path).sort()).toEqual(["bench", "benchmark.ts"]);
  const clone = JSON.stringify(root.replace(/[\\/]$/, ""));
  expect(first.stdout).toContain(`\n  npm --prefix ${clone} run build\n`);
  expect(first.stdout).toContain("\n  npm install --save-dev ./vendor/*.tgz\n");
  expect(first.stdout).not.toContain("Left as it was");
  const free = commandsIn(first.stdout.split("With keys")[0]!);
  expect(free.map(([name]) => name)).toEqual(["doctor", "bench", "compare"]);
  // The page about honest suites has the same suite examined as a whole.
  const once = ["--runs", "1", "--parts", "0"];
  for (const typed of free) {
    const command = typed[0] === "doctor" ? [...typed, ...once] : typed;
    const { code, stdout, stderr } = await runX(command, { cwd: folder.path });
    expect(code, `x ${command.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
  }
  const compared = await runX(["compare", "benchmark.ts", "--resume", "--format", "json"], {
    cwd: folder.path,
  });
  const { results, verdicts } = JSON.parse(compared.stdout);
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).not.toContain("errored");
  expect(results.some(({ score }: { score: number }) => score > 0.5)).toBe(true);
  expect(results.some(({ score }: { score: number }) => score < 0.5)).toBe(true);
  expect(verdicts).not.toEqual([]);
});

test("in a project nothing is overwritten, and what was left is told", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder.path, "benchmark.ts"), "// mine\n");
  await mkdir(join(folder.path, "bench"));
  await writeFile(join(folder.path, "bench/example-suite.json"), "{}");
  await install(folder.path);
  const { code, stdout } = await runX(["init"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/Left as it was:\n {2}bench\/example-suite.json\n {2}benchmark.ts\n\n/);
  expect(stdout).toContain("  bench/fixtures/ (4 files)\n  bench/solutions/ (3 files)\n");
  expect(stdout).toContain("Keep bench/fixtures and bench/solutions out of your own checks:");
  expect(stdout).not.toContain("npm install");
  expect(readFileSync(join(folder.path, "benchmark.ts"), "utf8")).toBe("// mine\n");
  expect(readFileSync(join(folder.path, "bench/example-suite.json"), "utf8")).toBe("{}");
  const again = await runX(["init"], { cwd: folder.path });
  expect(again.stdout).toContain("Written:\n  nothing\n");
});

test("in a project with tests of its own no test runner finds a test of the example", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder.path, "own.test.js"),
    'import { test } from "node:test"; test("own", () => {});',
  );
  expect((await runX(["init"], { cwd: folder.path })).code).toBe(0);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const own = await runProgram(process.execPath, ["--test", "--test-reporter=tap"], {
    cwd: folder.path,
    env,
  });
  expect(own.stdout).toContain("# tests 1\n# suites 0\n# pass 1\n");
  expect(own.code).toBe(0);
  // What node, vitest, jest, mocha, ava, bun and deno take for tests.
  const taken = /(^|\/)(tests?|__tests__|spec)\/|[._-](test|spec)\.\w+$|(^|\/)test[.-]/;
  expect(templateFiles().filter((path) => taken.test(path))).toEqual([]);
});

test.each([
  ["CommonJS", { type: "commonjs" }],
  ["no word about modules", {}],
])("in a project with %s the benchmark is called so that it is a module, and runs", async (_what, facts) => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "package.json"), JSON.stringify(facts));
  await install(folder.path);
  const { stdout } = await runX(["init"], { cwd: folder.path });
  expect(stdout).toContain("\n  x compare benchmark.mts\n");
  const begins = readFileSync(join(folder.path, "benchmark.mts"), "utf8").slice(0, 500);
  expect(begins).toContain("//   x compare benchmark.mts --plan");
  expect(begins).not.toContain("benchmark.ts");
  expect(existsSync(join(folder.path, "benchmark.ts"))).toBe(false);
  const other = await runX(["compare", "benchmark.ts"], { cwd: folder.path });
  expect(other).toMatchObject({ code: 4, stdout: "" });
  expect(other.stderr).toContain("Did you mean benchmark.mts?");
  for (const typed of ["benchmrk.mts", "."]) {
    const { stderr } = await runX(["compare", typed], { cwd: folder.path });
    expect(stderr).toContain("Did you mean benchmark.mts?");
  }
  const compared = await runX(["compare", "benchmark.mts"], { cwd: folder.path });
  expect(compared.code, compared.stderr).toBe(0);
  expect(compared.stderr).not.toMatch(/warning/i);
});

test("a package.json that comes later and names no module type is nobody's trouble", async () => {
  await using folder = await tempFolder();
  await runX(["init"], { cwd: folder.path });
  await writeFile(join(folder.path, "package.json"), "{}\n");
  const { code, stderr } = await runX(["compare", "benchmark.ts", "--plan"], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("a file in the way of a folder: one sentence and exit code 2", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "bench"), "");
  const { code, stdout, stderr } = await runX(["init"], { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^bench\/example-suite\.json cannot be written \((EEXIST|ENOTDIR)\)\. .*\n$/);
});

test("the example is that of this repository, and no file of it is missing", async () => {
  const own = templateFiles().filter((path) => path.startsWith("bench/"));
  expect(own.length).toBeGreaterThan(8);
  for (const path of own) {
    const text = (folder: string) =>
      readFileSync(join(folder, path), "utf8").replace(/"\$schema": ".*",/, "");
    expect(text(templates), path).toBe(text(root));
  }
  const there = readdirSync(join(root, "bench"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".receipt.json"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ""));
  expect(own).toEqual(there.sort());
  expect((await readSuite(join(templates, "bench/example-suite.json"))).cases).toHaveLength(2);
});

test("the benchmark is sound for the compiler", async () => {
  await using folder = await tempFolder();
  await install(folder.path);
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder.path, "benchmark.ts"), readFileSync(join(templates, "benchmark.ts")));
  await writeFile(
    join(folder.path, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: { noEmit: true, customConditions: ["@flow-state-dev/source"] },
      files: ["benchmark.ts"],
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { code, stdout } = await runProgram(process.execPath, [tsc, "-p", folder.path]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});
