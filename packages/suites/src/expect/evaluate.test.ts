import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JudgeResult } from "@flow-state-dev/judge";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markedEnd } from "../text/kept-end.ts";
import { folderView } from "../workspace/folder-view.ts";
import { evaluate, evaluateAll } from "./evaluate.ts";
import type { Change } from "./graded-workspace.ts";
import type { GradingContext } from "./grading-context.ts";
import { parseExpectation } from "./parse-expectation.ts";

const files: Record<string, string | Buffer> = {
  "src/auth.ts": "import x from 'x';\nexport function login() {}\n",
  "src/crlf.ts": "first\r\nsecond\r\nthird\r\n",
  "src/unix.ts": "first\nsecond\nthird\n",
  "src/other.ts": "first\n2nd\nthird\n",
  "src/bom.ts": "\ufeffexport {}",
  "test/auth.test.ts": "",
  "test/deep/a.ts": "",
  "package.json": '{"name":"x","scripts":{"test":"vitest"},"list":[1,{"a/b":null}]}',
  "tsconfig.json": '{\n  // strict\n  "compilerOptions": { "strict": true, },\n}',
  "broken.json": "{",
  "big.json": '{"big":12345678901234567890}',
  "long.json": '{"long":100000000000000000000000.0}',
  "commented.json": '{\n  "big": [12345678901234567890, "a, ]",], // more\n}',
  "zero.json": '{"n":-0,"list":[-0,{"n":0}]}',
  "deep.json": "[".repeat(200_000) + "]".repeat(200_000),
  "image.bin": Buffer.from([1, 0, 2, 255, 254, 65, 66]),
  "image2.bin": Buffer.from([1, 0, 2, 255, 253, 65, 66]),
  "colour\u001b[31m.txt": "",
  "a long name, with comma.txt": "",
  "other-form/cafe\u0301.txt": "cafe\u0301\n",
};
const changes: Change[] = [
  { path: "src/auth.ts", kind: "added" },
  { path: "package.json", kind: "modified" },
  { path: "src/old.ts", kind: "deleted" },
  { path: ".git/index", kind: "modified" },
  { path: "sub/.git/HEAD", kind: "modified", ofGit: true },
];

let root: string;
let socket: Server;
let context: GradingContext;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "evaluate-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await mkdir(join(root, "empty"));
  await symlink("/etc/passwd", join(root, "out"));
  await symlink("src", join(root, "via"));
  await symlink("src/auth.ts", join(root, "to-auth.ts"));
  spawnSync("mkfifo", [join(root, "pipe")]);
  socket = createServer().listen(join(root, "socket"));
  await once(socket, "listening");
  await writeFile(join(root, "huge.txt"), Buffer.alloc(16 * 1024 * 1024 + 1, "a"));
  context = {
    workspace: { ...folderView(root), changes: async () => changes },
    exec: async (command) => {
      const { status, stdout } = spawnSync("sh", ["-c", `${command} 2>&1`], { cwd: root, encoding: "utf8" });
      return { kind: "exited", exitCode: status!, output: stdout, durationMs: 1_234 };
    },
    output: "All done.\nThe tests pass.",
    costUsd: 0.5,
    turns: 20,
    judge: null,
  };
});
afterAll(async () => {
  socket.close();
  await rm(root, { recursive: true });
});

async function hold(text: string, other: Partial<GradingContext> = {}) {
  const parsed = parseExpectation(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return await evaluate(parsed.expectation, { ...context, ...other });
}

test("a file that was moved behind a link is neither changed nor as it was", async () => {
  const moved: Change = { path: "via/auth.ts", kind: "deleted" };
  const workspace = { ...context.workspace, changes: async () => [...changes, moved] };
  for (const text of ["diff:via/auth.ts", "not diff:via/auth.ts"])
    expect(await hold(text, { workspace })).toMatchObject({
      pass: false,
      evidence: {
        text: "via/auth.ts itself was deleted, and a link leads to src/auth.ts there now (diff:src/auth.ts asks for that)",
      },
    });
  expect(await hold("file:via/auth.ts exists", { workspace })).toMatchObject({ pass: true });
});

test("a folder that the setup of the grading made is told as one that was not there", async () => {
  const workspace = { ...context.workspace, absentAtEnd: new Set(["test"]) };
  expect(await hold("diff:test/", { workspace })).toMatchObject({
    pass: false,
    evidence: { text: expect.stringMatching(/^test\/ was not there when the agent had ended/) },
  });
  expect(await hold("diff:empty/", { workspace })).toMatchObject({
    evidence: { text: expect.stringMatching(/^nothing in empty\/ changed/) },
  });
});

test("of many files as many are told to be there as are", async () => {
  const folder = join(root, "many");
  await mkdir(folder);
  for (let at = 10; at < 25; at += 1) await writeFile(join(folder, `${at}.ts`), "");
  try {
    expect(await hold("file:many/a.ts exists")).toMatchObject({
      evidence: { text: expect.stringMatching(/^many\/ holds: 10\.ts, .*21\.ts and 3 more$/) },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a folder in the place of a file is no change to it", async () => {
  const changes: Change[] = [{ path: "src", kind: "modified" }];
  const workspace = { ...context.workspace, changes: async () => changes };
  for (const text of ["diff:src", "not diff:src"])
    expect(await hold(text, { workspace })).toMatchObject({
      pass: false,
      evidence: { text: "src is a folder (diff:src/ asks for a change in it)" },
    });
});

test("a pipe in the place of a file is no change to it, and is seen by diff:only", async () => {
  const made: Change = { path: "pipe", kind: "modified" };
  const workspace = { ...context.workspace, changes: async () => [...changes, made] };
  for (const text of ["diff:pipe", "not diff:pipe", "diff:only {src/*,package.json}"])
    expect(await hold(text, { workspace })).toMatchObject({
      pass: false,
      evidence: {
        text: expect.stringMatching(/pipe is a pipe, a socket or a device|touched besides .*pipe/),
      },
    });
});

test("a folder that is only called .git counts as touched", async () => {
  const made: Change = { path: "src/.git/e.js", kind: "added" };
  const workspace = { ...context.workspace, changes: async () => [...changes, made] };
  const result = await hold("diff:only {src/*,package.json}", { workspace });
  const text = expect.stringMatching(/^touched besides .*: src\/\.git\/e\.js$/);
  expect(result).toMatchObject({ pass: false, evidence: { text } });
});

test.each([
  // Assert the file was created on disk.
  ["file:src/auth.ts exists", true, "src/auth.ts is there"],
  ["file:test/budget.test.ts exists", false, "test/ holds: auth.test.ts, deep/"],
  [
    "file:lib/a/b.ts exists",
    false,
    expect.stringMatching(
      /^there is no folder lib\/a\/; the workspace holds: "a long name, with comma.txt", big.json, broken.json, "colour\\u001b\[31m.txt", /,
    ),
  ],
  ["file:empty/a exists", false, "empty/ is empty"],
  ["file:src exists", false, "src is a folder (file:src/ exists asks for one)"],
  ["file:src/ exists", true, "src/ is there"],
  ["file:package.json/ exists", false, "package.json is a file, not a folder"],
  ["file:out exists", false, "out is a link that leads nowhere or out of the workspace; it is not followed"],
  // Assert the file contains a substring.
  ["file:src/auth.ts contains 'export function'", true, "src/auth.ts holds it on line 2"],
  [
    "file:src/auth.ts contains 'Export Function'",
    false,
    'src/auth.ts (2 lines) does not contain "Export Function"; line 2 has "export function"',
  ],
  ["file:src/none.ts contains 'x'", false, "src/ holds: auth.ts, bom.ts, crlf.ts, other.ts, unix.ts"],
  ["file:src/crlf.ts contains 'first\nsecond'", true, "src/crlf.ts holds it on line 1"],
  ["file:image.bin contains 'AB'", true, "image.bin holds it on line 1"],
  ["file:src contains 'x'", false, "src is a folder"],
  // What cannot be read says nothing either way; what is not there holds nothing.
  ["not file:src contains 'x'", false, "src is a folder"],
  ["not file:src matches /x/", false, "src is a folder"],
  ["not file:src json /a = 1", false, "src is a folder"],
  ["not file:src equals package.json", false, "src is a folder"],
  ["not file:package.json equals src", false, "src is a folder"],
  ["not file:pipe contains 'x'", false, "pipe is a pipe, a socket or a device, or may not be looked at"],
  ["not file:socket contains 'x'", false, "socket is a pipe, a socket or a device, or may not be looked at"],
  ["not file:empty/gone contains 'x'", true, "empty/ is empty"],
  ["file:huge.txt contains 'a'", false, "huge.txt is larger than 16 MB; such files are not read"],
  ["not file:huge.txt contains 'b'", false, "huge.txt is larger than 16 MB; such files are not read"],
  [
    "file:out contains 'root'",
    false,
    "out is a link that leads nowhere or out of the workspace; it is not followed",
  ],
  [
    "not file:out contains 'root'",
    false,
    "out is a link that leads nowhere or out of the workspace; it is not followed",
  ],
  // Assert file content matches a regex.
  [
    "file:src/auth.ts matches /export (async )?function \\w+/",
    true,
    'src/auth.ts has "export function login" on line 2',
  ],
  [
    "file:src/auth.ts matches /^export default/m",
    false,
    "src/auth.ts (2 lines) has no match of /^export default/m",
  ],
  ["file:src/crlf.ts matches /^second$/m", true, 'src/crlf.ts has "second" on line 2'],
  ["file:src/bom.ts matches /^export/", true, 'src/bom.ts has "export" on line 1'],
  // Run a shell command; pass if exit code is 0.
  ["test:test -f package.json passes", true, "exit code 0, after 1.2 s"],
  ["test:exit 3", false, "exit code 3, after 1.2 s"],
  ["not test:exit 3", true, "exit code 3, after 1.2 s"],
  ["not test:no-such-command", false, "exit code 127: command not found, after 1.2 s"],
  // Assert the file was modified from its pre-run state.
  [
    "file:other-form/caf\u00e9.txt exists",
    false,
    "other-form/ holds cafe\u0301.txt, which only looks the same: it is written in NFD, the name asked for in NFC (forms of Unicode)",
  ],
  [
    "file:other-form/cafe\u0301.txt contains 'caf\u00e9'",
    false,
    'other-form/cafe\u0301.txt (1 line) does not contain "caf\u00e9"; it has what only looks the same, in another form of Unicode',
  ],
  ["diff:package.json", true, "package.json was modified"],
  ["diff:src/auth.ts", true, "src/auth.ts was added"],
  ["diff:src/old.ts", false, "src/old.ts was deleted (no-file:src/old.ts asks for that)"],
  ["not diff:src/old.ts", false, "src/old.ts was deleted (no-file:src/old.ts asks for that)"],
  ["diff:tsconfig.json", false, "tsconfig.json is as it was; changed: src/auth.ts, package.json, src/old.ts"],
  ["diff:via/auth.ts", true, "via/auth.ts leads to src/auth.ts, which was added"],
  ["diff:to-auth.ts", true, "to-auth.ts leads to src/auth.ts, which was added"],
  ["not diff:to-auth.ts", false, "to-auth.ts leads to src/auth.ts, which was added"],
  [
    "diff:via/unix.ts",
    false,
    "via/unix.ts leads to src/unix.ts, which is as it was; changed: src/auth.ts, package.json, src/old.ts",
  ],
  ["diff:via/", true, "in via/, which leads to src/, changed: src/auth.ts, src/old.ts"],
  ["no-file:via/old.ts", true, "nothing is at via/old.ts"],
  ["not file:via/old.ts exists", true, "via/ holds: auth.ts, bom.ts, crlf.ts, other.ts, unix.ts"],
  [
    "no-file:out/x",
    false,
    "a link on the way to out/x leads out of the workspace or nowhere; it is not followed",
  ],
  ["diff:nowhere.ts", false, "nowhere.ts is not there; changed: src/auth.ts, package.json, src/old.ts"],
  ["diff:src", false, "src is a folder (diff:src/ asks for a change in it)"],
  ["diff:src/", true, "in src/ changed: src/auth.ts, src/old.ts"],
  ["diff:test/", false, "nothing in test/ changed; changed: src/auth.ts, package.json, src/old.ts"],
  // Assert the file does NOT exist (useful for deletion tasks).
  ["no-file:src/old.ts", true, "nothing is at src/old.ts"],
  ["no-file:src/auth.ts", false, "a file is at src/auth.ts"],
  ["no-file:src", false, "a folder is at src"],
  ["no-file:out", false, "a link is at out"],
  ["not file:src exists", false, "src is a folder (file:src/ exists asks for one)"],
  [
    "not file:out exists",
    false,
    "out is a link that leads nowhere or out of the workspace; it is not followed",
  ],
  ["not file:gone.ts exists", true, /^/],
  ["not diff:src", false, "src is a folder (diff:src/ asks for a change in it)"],
  ["not file:pipe exists", false, "pipe is a pipe, a socket or a device, or may not be looked at"],
  ["file:pipe exists", false, "pipe is a pipe, a socket or a device, or may not be looked at"],
  ["no-file:pipe", false, "a pipe, a socket, a device or what may not be looked at is at pipe"],
  // Additions.
  ["not file:src/auth.ts exists", false, "src/auth.ts is there"],
  ["file:src/unix.ts equals src/unix.ts", true, "both files are the same 19 bytes"],
  [
    "file:src/unix.ts equals src/other.ts",
    false,
    'line 2 of src/unix.ts is "second"; in src/other.ts it is "2nd"',
  ],
  [
    "file:src/unix.ts equals src/crlf.ts",
    false,
    "src/unix.ts and src/crlf.ts differ only in their line ends (CRLF and LF)",
  ],
  [
    "file:test/auth.test.ts equals src/unix.ts",
    false,
    'line 1 of test/auth.test.ts is not there; in src/unix.ts it is "first"',
  ],
  [
    "file:image.bin equals image2.bin",
    false,
    "image.bin (7 bytes) and image2.bin (7 bytes) differ from byte 5 on",
  ],
  ['file:package.json json /scripts/test = "vitest"', true, 'package.json at /scripts/test is "vitest"'],
  ['file:package.json json /list/1 = {"a/b":null}', true, 'package.json at /list/1 is an object with "a/b"'],
  ["file:package.json json /list/1/a~1b = null", true, "package.json at /list/1/a~1b is null"],
  [
    "file:package.json json /list/01 = 1",
    false,
    "package.json has nothing at /list/01; /list is a list of 2",
  ],
  [
    "file:package.json json /constructor = 1",
    false,
    "package.json has nothing at /constructor; the document has: name, scripts, list",
  ],
  ["file:package.json json /name = 1", false, 'package.json at /name is "x", not 1'],
  ["file:package.json json = []", false, 'package.json is an object with "name", "scripts", "list", not []'],
  [
    "file:tsconfig.json json /compilerOptions/strict = true",
    true,
    "tsconfig.json at /compilerOptions/strict is true",
  ],
  ["file:broken.json json /a = 1", false, "broken.json is not JSON"],
  ["not file:broken.json json /a = 1", false, "broken.json is not JSON"],
  ["not file:package.json json /gone = 1", true, /has nothing at \/gone/],
  ["file:big.json json /big = 12345678901234567890", true, "big.json at /big is 12345678901234567890"],
  [
    "file:big.json json /big = 12345678901234567891",
    false,
    "big.json at /big is 12345678901234567890, not 12345678901234567891",
  ],
  [
    "file:long.json json /long = 100000000000000000000000",
    true,
    "long.json at /long is 100000000000000000000000",
  ],
  [
    "file:long.json json /long = 100000000000000000000001.0",
    false,
    "long.json at /long is 100000000000000000000000, not 100000000000000000000001",
  ],
  ["file:commented.json json /big/0 = 12345678901234567890", true, /at \/big\/0 is 12345678901234567890$/],
  ["file:commented.json json /big/0 = 12345678901234567891", false, /, not 12345678901234567891$/],
  ['file:commented.json json /big/1 = "a, ]"', true, 'commented.json at /big/1 is "a, ]"'],
  ["file:zero.json json /n = 0", true, "zero.json at /n is 0"],
  ['file:zero.json json /list = [0,{"n":-0}]', true, "zero.json at /list is a list of 2"],
  ["file:zero.json json /n = 1", false, "zero.json at /n is 0, not 1"],
  ["file:deep.json json /0/0 = 1", false, "deep.json at /0/0 is a list of 1, not 1"],
  [
    "file:package.json json /list/1/a~1b/c = 1",
    false,
    "package.json has nothing at /list/1/a~1b/c; /list/1/a~1b is a null",
  ],
  ["file:package.json json /name/c = 1", false, "package.json has nothing at /name/c; /name is a string"],
  ["file:test/auth.test.ts contains 'x'", false, 'test/auth.test.ts (empty) does not contain "x"'],
  ["output contains 'tests pass'", true, "the final answer holds it on line 2"],
  ["file:src/unix.ts matches /^third$/", false, "src/unix.ts (3 lines) has no match of /^third$/"],
  ["file:src/unix.ts matches /third$/", true, 'src/unix.ts has "third" on line 3'],
  ["file:src/crlf.ts matches /third$/", true, 'src/crlf.ts has "third" on line 3'],
  ["file:src/unix.ts matches /third\\n$/", true, 'src/unix.ts has "third\\n" on line 3'],
  ["file:src/crlf.ts contains 'first\nsecond'", true, "src/crlf.ts holds it on line 1"],
  ["output matches /^all/i", true, 'the final answer has "All" on line 1'],
  ["diff:only src/**", false, "touched besides src/**: package.json"],
  ["diff:only {src/**,package.json}", true, "touched: src/auth.ts, package.json, src/old.ts"],
  ["cost <= 0.50", true, "the cost is $0.50, the limit $0.50"],
  ["cost <= 0.49", false, "the cost is $0.50, the limit $0.49"],
  ["turns <= 19", false, "the number of turns is 20, the limit 19"],
])("%s: %s", async (text, pass, evidence) => {
  expect(await hold(text)).toMatchObject({ kind: "graded", pass, evidence: { text: evidence } });
});

test("a test shows its exit code and the last lines it wrote, without escape codes", async () => {
  const result = await hold(
    "test:for i in $(seq 100); do echo line $i; done; printf '\\033[31mred\\033[0m\\a'; exit 1",
  );
  expect(result).toMatchObject({ pass: false, evidence: { exitCode: 1 } });
  const output = (result as { evidence: { output: string } }).evidence.output.split("\n");
  expect(output).toHaveLength(20);
  expect(output.slice(-2)).toEqual(["line 100", "red\ufffd"]);
});

test("output without end is cut", async () => {
  const exec = async () => ({ kind: "exited", exitCode: 1, output: "x".repeat(1e6), durationMs: 1 }) as const;
  const result = await hold("test:x", { exec });
  expect((result as { evidence: { output: string } }).evidence.output).toHaveLength(4_000);
});

test.each(["", "not "])("%sa command that did not end passes nothing", async (not) => {
  const exec = async () => ({ kind: "timed-out", output: "", durationMs: 60_000 }) as const;
  expect(await hold(`${not}test:sleep 100`, { exec })).toMatchObject({
    kind: "graded",
    pass: false,
    evidence: { text: "did not end within 60.0 s" },
  });
  const killed = async () => ({ kind: "killed", signal: "SIGKILL", output: "", durationMs: 10 }) as const;
  expect(await hold(`${not}test:x`, { exec: killed })).toMatchObject({ pass: false });
});

test.each(["cost <= 1", "not cost <= 1"])("an unknown cost passes nothing: %s", async (text) => {
  expect(await hold(text, { costUsd: null })).toMatchObject({
    pass: false,
    evidence: { text: "the cost is not known" },
  });
});

test("no final answer contains nothing", async () => {
  expect(await hold("output contains 'x'", { output: null })).toMatchObject({
    pass: false,
    evidence: { text: "the agent gave no final answer" },
  });
});

test.each([
  ["output contains 'the end'", true, "the final answer holds it on line 1"],
  ["output contains 'somewhere'", false, "1,000,000 bytes at its beginning were not kept"],
  ["not output contains 'somewhere'", false, "1,000,000 bytes at its beginning were not kept"],
  ["output matches /the end/", false, "1,000,000 bytes at its beginning were not kept"],
])(
  "an answer whose beginning was not kept holds what is there, and nothing else is known: %s",
  async (text, pass, said) => {
    const result = await hold(text, { output: markedEnd("the end\n", 1_000_000) });
    expect(result).toMatchObject({ pass, evidence: { text: expect.stringContaining(said) } });
  },
);

test("a grader that cannot run is infrastructure, not a failure", async () => {
  const exec = async () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  for (const text of ["test:x", "not test:x"]) {
    expect(await hold(text, { exec })).toEqual({
      kind: "infrastructure",
      error: { name: "Error", message: "no space left on device", code: "ENOSPC" },
    });
  }
  const workspace = { ...folderView(join(root, "gone")), changes: async () => [] };
  expect(await hold("no-file:a", { workspace })).toMatchObject({ kind: "infrastructure" });
});

const judged = (verdict: "met" | "unmet" | "cannot-judge"): JudgeResult => ({
  ok: true,
  score: 1,
  passed: true,
  cannotJudge: 0,
  scores: [],
  findings: [{ criterion: "c", weight: 1, verdict, score: null, evidence: "line 3 says so", votes: [] }],
});

test("a judge decides over its criterion; one that failed leaves it unscored", async () => {
  const judge = (result: JudgeResult) => ({ judge: async () => result });
  expect(await hold("judge:c", judge(judged("met")))).toEqual({
    kind: "graded",
    pass: true,
    evidence: { text: "the judge: line 3 says so" },
  });
  expect(await hold("judge:c", judge(judged("unmet")))).toMatchObject({ pass: false });
  expect(await hold("not judge:c", judge(judged("unmet")))).toMatchObject({ pass: true });
  expect(await hold("not judge:c", judge(judged("cannot-judge")))).toMatchObject({ kind: "unscored" });
  const failed = { ok: false, error: new Error("overloaded"), aborted: false } as const;
  expect(await hold("judge:c", judge(failed))).toMatchObject({
    kind: "unscored",
    error: { code: "judge-failed", message: "The judge failed: overloaded" },
  });
  expect(await hold("judge:c")).toMatchObject({ kind: "unscored", error: { code: "no-judge" } });
});

test("what a judge says is told up to 1,000 characters", async () => {
  const said = async (length: number) => {
    const result = judged("met");
    if (result.ok) result.findings[0]!.evidence = "x".repeat(length);
    const { evidence } = (await hold("judge:c", { judge: async () => result })) as { evidence: unknown };
    return evidence;
  };
  expect(await said(1_000)).toEqual({ text: `the judge: ${"x".repeat(1_000)}` });
  expect(await said(1_001)).toEqual({ text: `the judge: ${"x".repeat(999)}…` });
});

test("they are evaluated in order, all of them", async () => {
  const seen: string[] = [];
  const exec: GradingContext["exec"] = async (command) => {
    seen.push(command);
    return { kind: "exited", exitCode: command === "b" ? 1 : 0, output: "", durationMs: 1 };
  };
  const expectations = ["a", "b", "c"].map((command) => ({ kind: "test" as const, command }));
  const results = await evaluateAll(expectations, { ...context, exec });
  expect(seen).toEqual(["a", "b", "c"]);
  expect(results.map((result) => result.kind === "graded" && result.pass)).toEqual([true, false, true]);
});

test("one change is named like several, and none is said to be none", async () => {
  const said = (list: Change[]) =>
    hold("diff:tsconfig.json", { workspace: { ...context.workspace, changes: async () => list } });
  const one = { text: "tsconfig.json is as it was; changed: src/auth.ts" };
  expect(await said(changes.slice(0, 1))).toMatchObject({ evidence: one });
  const none = { text: "tsconfig.json is as it was; nothing was changed" };
  expect(await said([])).toMatchObject({ evidence: none });
  const many = Array.from({ length: 100 }, (_, at): Change => ({ path: `f${at}`, kind: "added" }));
  const named = { text: expect.stringMatching(/changed: f0, f1, .* and \d+ more$/) };
  expect(await said(many)).toMatchObject({ evidence: named });
});
