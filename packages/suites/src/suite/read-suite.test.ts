import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSuite } from "./read-suite.ts";
import { SuiteError } from "./suite-error.ts";

/** The example of the format's description, as it stands there. */
const example = `{
"name": "core-refactors",
"description": "Tests for common refactoring tasks",
"model": "claude-opus-4-6",
"defaults": {
"budget": 3.00,
"timeout": 180
},
"cases": [
{
"id": "extract-auth",
"prompt": "Extract auth logic into src/auth.ts",
"expect": [
"file:src/auth.ts exists",
"file:src/auth.ts contains 'export function'",
"test:npm test passes"
],
"budget": 2.00,
"timeout": 120
},
{
"id": "add-tests",
"prompt": "Add unit tests for src/budget.ts",
"expect": [
"file:test/budget.test.ts exists",
"test:npm test passes"
]
}
]
}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-suite-"));
  await mkdir(join(folder, "bench/hidden"), { recursive: true });
  await mkdir(join(folder, "project"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: join(folder, "project"),
    });
  git("init", "--quiet", "--initial-branch=main");
  git("commit", "--quiet", "--allow-empty", "-m", "start");
  await writeFile(join(folder, "bench/fix.patch"), "");
  await writeFile(join(folder, "bench/solve.sh"), "");
  await writeFile(join(folder, "bench/example-suite.json"), example);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (suite: unknown) =>
  readSuite({
    text: typeof suite === "string" ? suite : JSON.stringify(suite),
    file: join(folder, "bench/suite.json"),
  });
const suiteWith = (fields: object, own: object = {}) => ({
  name: "s",
  defaults: { budget: 1, timeout: 10 },
  ...fields,
  cases: [{ id: "a", prompt: "p", expect: ["file:a exists"], ...own }],
});

describe("in the words of the format", () => {
  test("benchmark suites are JSON files that define reproducible test cases; the full schema is read", async () => {
    const suite = await readSuite(join(folder, "bench/example-suite.json"));
    expect(suite.cases.map((each) => each.id)).toEqual(["extract-auth", "add-tests"]);
    expect(suite.cases[0]!.prompt).toBe("Extract auth logic into src/auth.ts");
    expect(suite.cases[0]!.expect.map(({ expectation }) => expectation)).toEqual([
      { kind: "file-exists", path: "src/auth.ts" },
      { kind: "file-contains", path: "src/auth.ts", text: "export function" },
      { kind: "test", command: "npm test" },
    ]);
    expect(suite.cases[0]!.expect[0]).toMatchObject({
      source: "file:src/auth.ts exists",
      position: { line: 14, column: 1 },
    });
    expect(suite.notices).toEqual([]);
  });

  test("name: suite identifier; description: human-readable", async () => {
    expect(await read(example)).toMatchObject({
      name: "core-refactors",
      description: "Tests for common refactoring tasks",
    });
  });

  test("model: for all cases, can be overridden per case", async () => {
    const suite = await read({
      name: "s",
      model: "claude-opus-4-6",
      cases: [
        { id: "a", prompt: "p", expect: ["diff:a"] },
        { id: "b", prompt: "p", expect: ["diff:a"], model: "gpt-5.4" },
      ],
    });
    expect(suite.cases.map(({ model }) => model)).toEqual(["claude-opus-4-6", "gpt-5.4"]);
    expect((await read(suiteWith({}))).cases[0]!.model).toBeNull();
  });

  test("defaults: budget and timeout applied to cases that don't specify their own", async () => {
    const suite = await read(example);
    expect(suite.cases.map(({ budget, timeout }) => [budget, timeout])).toEqual([
      [2, 120],
      [3, 180],
    ]);
  });

  test("id is a unique identifier for the case", async () => {
    const cases = [1, 2].map(() => ({ id: "same", prompt: "p", expect: ["diff:a"] }));
    await expect(read({ name: "s", cases })).rejects.toThrow('the id "same" is that of case 1 already');
  });
});

test("a suite that gives no limits gets 600 s and $5.00 a case, and says so", async () => {
  const { cases, notices } = await read(suiteWith({ defaults: undefined }));
  expect(cases[0]).toMatchObject({ budget: 5, timeout: 600 });
  expect(notices).toEqual([
    {
      kind: "default-budget",
      value: 5,
      cases: ["a"],
      message: "the suite gives no budget: each case may spend $5.00",
    },
    {
      kind: "default-timeout",
      value: 600,
      cases: ["a"],
      message: "the suite gives no timeout: each case may take 600 s",
    },
  ]);
  const some = await read({
    name: "s",
    defaults: { timeout: 5 },
    cases: [
      { id: "a", prompt: "p", expect: ["diff:a"], budget: 1 },
      { id: "b", prompt: "p", expect: ["diff:a"] },
    ],
  });
  expect(some.notices).toMatchObject([
    { kind: "default-budget", cases: ["b"], message: "no budget for 1 of 2 cases: each may spend $5.00" },
  ]);
});

test("comments, trailing commas, a byte order mark and CRLF are read, and places are still right", async () => {
  const text =
    '\ufeff{\r\n  // why\r\n  "name": "s", /* and\r\n  how */ "cases": [{\r\n    "id": "a", "prompt": "p",\r\n    "expect": ["diff:a",],\r\n  },],\r\n}\r\n';
  const suite = await read(text);
  expect(suite.cases[0]!.expect[0]!.position).toEqual({ line: 6, column: 16 });
});

test("$schema is allowed", async () => {
  expect(await read(suiteWith({ $schema: "./suite.schema.json" }))).toMatchObject({ name: "s" });
});

test("without any addition a case works on the project, once, with models only", async () => {
  const [own] = (await read(suiteWith({}))).cases;
  expect(own).toMatchObject({
    workspace: { kind: "project" },
    setup: [],
    files: [],
    hidden: null,
    protect: [],
    solution: null,
    agent: null,
    runs: 1,
    tags: [],
    env: [],
    network: "gateway",
  });
});

test("additions of the suite are defaults: single values are replaced, lists and files joined", async () => {
  const suite = suiteWith(
    {
      workspace: "../project",
      setup: ["npm ci"],
      files: { "a.txt": "suite", "./b//c.txt": "suite" },
      hidden: "hidden",
      protect: ["test/**"],
      solution: "fix.patch",
      agent: "x",
      runs: 3,
      tags: ["fast", "ts"],
      env: ["CI"],
      network: "none",
    },
    {
      setup: ["npm run build"],
      files: { "a.txt": "case" },
      protect: ["test/**", "package.json"],
      solution: "solve.sh",
      agent: "command:cat",
      runs: 2,
      tags: ["ts", "slow"],
      env: ["HOME_URL"],
      network: "full",
    },
  );
  expect((await read(suite)).cases[0]).toMatchObject({
    workspace: { kind: "folder", path: "../project", absolute: join(folder, "project") },
    setup: ["npm ci", "npm run build"],
    files: [
      { path: "a.txt", text: "case" },
      { path: "b/c.txt", text: "suite" },
    ],
    hidden: { path: "hidden", absolute: join(folder, "bench/hidden") },
    protect: ["test/**", "package.json"],
    solution: { kind: "script", path: "solve.sh", absolute: join(folder, "bench/solve.sh") },
    agent: "command:cat",
    runs: 2,
    tags: ["fast", "ts", "slow"],
    env: ["CI", "HOME_URL"],
    network: "full",
  });
});

test.each([
  ["fix.patch", "patch"],
  ["solve.sh", "script"],
  ["hidden", "folder"],
])("the solution %s is a %s", async (solution, kind) => {
  expect((await read(suiteWith({ solution }))).cases[0]!.solution).toMatchObject({ kind });
});

test.each([
  [
    "https://example.com/a/b.git#v1.2",
    { kind: "git", repository: "https://example.com/a/b.git", ref: "v1.2", absolute: null },
  ],
  ["git@example.com:a/b.git", { kind: "git", repository: "git@example.com:a/b.git", ref: null }],
  ["../project#main", { kind: "git", repository: "../project", ref: "main" }],
  ["..", { kind: "folder", path: ".." }],
])("the workspace %s is understood", async (workspace, source) => {
  expect((await read(suiteWith({ workspace }))).cases[0]!.workspace).toMatchObject(source);
});

test("what is not on the disk is told together with all other mistakes", async () => {
  const text = `{
  "nmae": "s",
  "workspace": "../project#mian",
  "hidden": "nowhere",
  "cases": [
    { "id": "a", "prompt": "p", "expect": ["file:a exists"], "agent": "clod-code", "solution": "gone.patch" },
    { "id": "b", "prompt": "p", "expect": ["file:a exists"], "agent": "oracle", "workspace": "hidden#main" }
  ]
}`;
  const error = await readSuite({ text, file: join(folder, "bench/s.json") }).catch(
    (thrown: unknown) => thrown,
  );
  const told = (error as SuiteError).problems.map(({ line, column, message, nearest }) => [
    ...[line, column, message.split(":")[0], nearest],
  ]);
  expect(told).toEqual([
    [1, 1, '"name" is missing', null],
    [2, 3, 'unknown field "nmae"', "name"],
    [3, 16, 'the git repository "../project" has no branch, tag or commit "mian"', "main"],
    [4, 13, '"hidden" names "nowhere", and there is no such folder', null],
    [6, 71, 'unknown agent "clod-code"', null],
    [6, 96, '"solution" names "gone.patch", and there is no such folder or file', null],
    [7, 71, 'the agent "oracle" applies the solution, and the case has none', null],
    [7, 94, '"workspace" names "hidden", which is not a git repository', null],
  ]);
});

test("a hidden folder with a link out of it is refused", async () => {
  const hidden = join(folder, "bench/linked");
  await mkdir(hidden);
  await symlink("../../shared/helper.sh", join(hidden, "check.sh"));
  const text = JSON.stringify(suiteWith({ hidden: "linked" }));
  const error = await readSuite({ text, file: join(folder, "bench/s.json") }).catch((thrown) => thrown);
  expect((error as SuiteError).problems).toMatchObject([
    {
      code: "bad-path",
      message:
        '"hidden" names "linked", in which "check.sh" is a link out of it, to "../../shared/helper.sh"',
      hint: "it is laid over alone, and only what lies in it is kept from agents: put the file itself there",
    },
  ]);
});

test("a ref that is near to none is told with those that there are", async () => {
  const told = async (ref: string) => {
    const text = JSON.stringify(suiteWith({ workspace: `../project#${ref}` }));
    const error = await readSuite({ text, file: join(folder, "bench/s.json") }).catch((thrown) => thrown);
    return (error as SuiteError).problems.map(({ hint }) => hint);
  };
  expect(await told("nope")).toEqual(["it has main; fetch what it lacks, or name one of these"]);
});

test("a file that is not there, a folder and a file that is not text are told apart", async () => {
  const failure = async (file: string) => {
    const error: unknown = await readSuite(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SuiteError);
    return (error as SuiteError).message.replaceAll(folder, "…");
  };
  expect(await failure(join(folder, "bench/exemple-suite.json"))).toBe(
    `…/bench/exemple-suite.json  there is no such file
${" ".repeat(`${folder}/bench/exemple-suite.json`.length)}  did you mean …/bench/example-suite.json?
1 problem. Nothing was run.`,
  );
  expect(await failure(join(folder, "bench"))).toContain("this is a folder, not a suite");
  expect(await failure(folder)).toContain("did you mean …/bench/example-suite.json?");
  await writeFile(join(folder, "latin.json"), Buffer.from([0x7b, 0xe9, 0x7d]));
  expect(await failure(join(folder, "latin.json"))).toContain("the file is not UTF-8 text");
  await writeFile(join(folder, "huge.json"), Buffer.alloc(17 * 1024 * 1024, " "));
  expect(await failure(join(folder, "huge.json"))).toContain("the file is larger than 16 MB");
});

test("the error carries its problems as data", async () => {
  const suite = suiteWith({}, { expect: ["files:a exists"] });
  const error = (await read(suite).catch((thrown) => thrown)) as SuiteError;
  expect(error.code).toBe("suite-invalid");
  expect(error.problems).toEqual([
    {
      code: "expectation-unknown",
      file: join(folder, "bench/suite.json"),
      line: 1,
      column: JSON.stringify(suite).indexOf('"files:') + 1,
      caseId: "a",
      caseNumber: 1,
      expectation: 1,
      message: 'unknown expectation "files:a exists"',
      hint: 'did you mean "file:a exists"?',
      nearest: "file:a exists",
    },
  ]);
});

test("keys do not come out in messages", async () => {
  const key = "sk-ant-api03-AbCdEf0123456789AbCdEf0123456789";
  for (const own of [
    { env: [`ANTHROPIC_API_KEY=${key}`] },
    { env: key },
    { env: { ANTHROPIC_API_KEY: key } },
    { id: key },
    { expect: [`tes ${key}`] },
    { agent: 5, prompt: "", [key]: 1 },
    { expect: [`file:a contains ${key}`] },
  ]) {
    const error = (await read(suiteWith({}, own)).catch((thrown) => thrown)) as SuiteError;
    expect(error).toBeInstanceOf(SuiteError);
    expect(JSON.stringify([error.message, error.problems])).not.toContain("AbCdEf0123456789");
  }
});

test("ten thousand cases are read", async () => {
  const cases = Array.from({ length: 10_000 }, (_, at) => ({
    id: `case-${at}`,
    prompt: "p",
    expect: ["test:npm test"],
  }));
  expect((await read({ name: "s", cases })).cases).toHaveLength(10_000);
});

test("ten thousand mistakes are all told, and not all printed", async () => {
  const cases = Array.from({ length: 10_000 }, () => ({ id: "", prompt: "p", expect: ["tset:x"] }));
  const error = (await read({ name: "s", cases }).catch((thrown) => thrown)) as SuiteError;
  expect(error.problems).toHaveLength(20_000);
  expect(error.message).toMatch(/\n20000 problems \(19950 not shown\)\. Nothing was run\.$/);
});

test("files for all cases are read once, however many cases there are", async () => {
  const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`src/file${at}.ts`, ""]));
  const cases = Array.from({ length: 3_000 }, (_, at) => ({
    ...{ id: `case-${at}`, prompt: "p", expect: ["file:a exists"] },
    ...(at === 0 && { files: { "src/file0.ts": "own", "b.ts": "" } }),
  }));
  const started = performance.now();
  const suite = await readSuite({ text: JSON.stringify({ name: "s", files, cases }), file: "/none/s.json" });
  // Each file with each case took half a minute.
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(suite.cases[0]!.files.slice(0, 2)).toEqual([
    { path: "b.ts", text: "" },
    { path: "src/file0.ts", text: "own" },
  ]);
  expect(suite.cases[1]!.files).toHaveLength(3_000);
});
