import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

test("--version prints the version and nothing else", async () => {
  expect(await runX(["--version"])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: "" });
});

test("--help names the commands", async () => {
  const { code, stdout } = await runX(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("models");
});

test.each([
  [["help"], ["--help"]],
  [["-h"], ["--help"]],
  [[], ["--help"]],
  [["help", "--help"], ["--help"]],
  [
    ["help", "models"],
    ["models", "--help"],
  ],
  [
    ["help", "models", "claude-haiku-4-5"],
    ["models", "--help"],
  ],
])("x %j is another way to say x %j", async (words, plain) => {
  const asked = await runX(words);
  expect(asked).toEqual(await runX(plain));
  expect(asked).toMatchObject({ code: 0, stderr: "" });
});

test("help on a command that does not exist is told as such", async () => {
  const { code, stderr } = await runX(["help", "modls"]);
  expect(code).toBe(2);
  expect(stderr).toContain('x has no command "modls". Did you mean models?');
});

test.each([
  ["benchmark", "Did you mean bench?"],
  ["version", "Did you mean --version?"],
  ["halp", "Did you mean help?"],
])("x %s: what it is called here is told", async (typed, meant) => {
  expect(await runX([typed])).toMatchObject({ code: 2, stderr: expect.stringContaining(meant) });
});

test.each(["", "-", "-q", "r", "foo", "cost"])("x %j: what says nothing is not guessed at", async (typed) => {
  const { code, stderr } = await runX([typed]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `x has no command "${typed}". x --help lists what there is.\n`,
  });
});

test("a mistyped command gets the nearest one and exit code 2", async () => {
  const { code, stdout, stderr } = await runX(["modls"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Did you mean models?");
});

test.each([
  [["bench", "--modle", "x"], "There is no flag --modle. Did you mean --model?"],
  [["bench", "a.json", "--sandbox", "dokcer"], '--sandbox: there is no "dokcer".'],
  [["bench", "a.json", "--sandbox", "dokcer"], "Did you mean docker?"],
  [["bench"], "<suite.json> is missing. Try x bench bench/example-suite.json. x bench --help"],
  [["compare"], "<benchmark.ts> is missing. Try x compare examples/choose-a-pattern.ts."],
  [["bench", "a.json", "--agent noop"], '"--agent noop" is one word, but a flag and its value are two:'],
  [["compare", "a.ts", "--runs 2"], '"--runs 2" is one word, but a flag and its value are two:'],
  [["completion"], "<shell> is missing. It is one of bash, zsh, fish."],
  [["runs", "--limit"], "--limit needs a value."],
  [["compare", "a.ts", "-m"], "--model needs a value."],
  [["bench", "-m", "--runs", "3", "a.json"], "--model needs a value before --runs."],
  [["bench", "--dry", "a.json"], "There is no flag --dry. x bench --help"],
  [["bench", "--out", "a", "a.json"], "There is no flag --out. Did you mean --output?"],
  [["export", "last"], "--format is missing: it is one of json, jsonl, csv, junit, markdown, atif."],
  [["export", "last", "--", "--format"], "--format is missing: it is one of json,"],
  [["export", "last", "--format"], "--format needs a value: one of json, jsonl, csv,"],
  [["export", "--format", "--output", "a"], "--format needs a value before --output: one of json,"],
  [["compare", "--max-cots", "2", "a.ts"], "There is no flag --max-cots. Did you mean --max-cost?"],
  [["bench", "--hlep"], "There is no flag --hlep. Did you mean --help?"],
  [["compare", "a.ts", "--budget", "1"], "There is no flag --budget. Did you mean --max-cost?"],
  [["run", "do it", "--max-cost", "1"], "There is no flag --max-cost. Did you mean --budget?"],
  [["runs", "--limit", "few"], '--limit: "few" is not a whole number from 1.'],
  [["run", "fix", "the", "test", "--apply"], 'put it in quotes, as in x run "fix the test".'],
  [["init", "here"], '"here" is one word too many: none is taken here.'],
  [["show", "last", "-z"], "There is no flag -z."],
  [["compare", ""], 'benchmark.ts: "" names nothing.'],
  [["bench", "a.json", "--output", ""], '--output: "" names nothing.'],
  [["bench", "a.json", "--model="], '--model: "" names nothing.'],
  [["compare", "--max-cost=", "a.ts"], '--max-cost: "" is not an amount of dollars from 0.'],
  [["export", "last", "--format="], '--format cannot be "": it is one of json, jsonl,'],
  [["runs", "--lmit="], "There is no flag --lmit. Did you mean --limit?"],
  [["runs", "--", "--limit"], '"--limit" is one word too many: none is taken here.'],
])("x %j: one sentence, the way to help, exit code 2", async (words, sentence) => {
  const { code, stdout, stderr } = await runX(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(`x ${words[0]} --help tells what there is.`);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  ["suite.json", " Did you mean x bench suite.json?"],
  ["my benchmark.mts", " Did you mean x compare 'my benchmark.mts'?"],
  ["gone.json", ""],
  ["notes.txt", ""],
])("x %s: the command that was forgotten, where the file is there", async (file, meant) => {
  await using folder = await tempFolder();
  if (file !== "gone.json") await writeFile(join(folder.path, file), "");
  const { code, stderr } = await runX([file], { cwd: folder.path });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `x has no command "${file}".${meant} x --help lists what there is.\n`,
  });
});

test.each([
  [["bench", "nope.json"], "begin one with npm run x -- init"],
  [["compare", "nope.ts"], "begin one with npm run x -- init"],
  [["nope"], "npm run x -- --help lists what there is."],
  [["bench"], "npm run x -- bench --help tells what there is."],
  [["runs"], "where npm run x -- bench or npm run x -- compare was called"],
])("x %j, typed as npm run x --: what to type next begins so too", async (words, sentence) => {
  await using folder = await tempFolder();
  const env = { npm_lifecycle_event: "x", npm_package_json: join(folder.path, "package.json") };
  const { code, stderr } = await runX(words, { cwd: folder.path, env });
  expect(stderr).toContain(sentence);
  expect(code).toBeGreaterThan(1);
});

test.each([["--help"], ["--version"]])("%s loads no provider, no prices, no schema library", async (flag) => {
  const loaded = await loadedBy([flag]);
  expect(loaded.filter((line) => /@ai-sdk|openrouter|genai-prices|\/zod\/|\/ai\//.test(line))).toEqual([]);
});

test("a benchmark loads nothing of suites", async () => {
  const loaded = await loadedBy(["compare", "missing.ts"]);
  expect(loaded.some((line) => line.includes("@flow-state-dev/testing/"))).toBe(true);
  expect(loaded.filter((line) => /@flow-state-dev\/suites\/|\/zod\//.test(line))).toEqual([]);
});

/** The modules that a command loads. */
async function loadedBy(words: string[]): Promise<string[]> {
  await using folder = await tempFolder();
  const spy = join(folder.path, "spy.mjs");
  await writeFile(
    spy,
    `import { registerHooks } from "node:module";
     registerHooks({ load: (url, context, next) => { console.error("LOAD " + url); return next(url, context); } });`,
  );
  const { stderr } = await runX(words, {
    cwd: folder.path,
    nodeArgs: ["--import", pathToFileURL(spy).href],
  });
  const loaded = stderr.split("\n").filter((line) => line.startsWith("LOAD "));
  expect(loaded.length).toBeGreaterThan(2);
  return loaded;
}
