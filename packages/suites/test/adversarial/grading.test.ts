import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { openBench } from "../bench/support.ts";

const runsAgentCode = '{"scripts":{"test":"node src/main.cjs"}}';
const copies = `echo 'require("fs").copyFileSync("expected.txt", "answer.txt")' > src/main.cjs`;

/** A project whose test runs code of the agent, and a hidden file that holds the answer. */
async function openCase() {
  const bench = await openBench();
  bench.put("work/package.json", runsAgentCode);
  bench.put("work/src/main.cjs", "");
  bench.put("work/lock.json", '{"ok":false}');
  bench.put("hidden/expected.txt", "42\n");
  return bench;
}

test.each([
  [
    "rewrites the hidden file",
    `echo mine > answer.txt; echo 'require("fs").writeFileSync("expected.txt", "mine\\n")' > src/main.cjs`,
    "file:answer.txt equals expected.txt",
  ],
  ["copies the answer for a look at files", copies, "file:answer.txt equals expected.txt"],
  ["copies the answer for the next command", copies, "test:cmp answer.txt expected.txt"],
  ["copies the answer for a look that is negated", copies, "not test:test ! -f answer.txt"],
  [
    "rewrites a protected file",
    `echo 'require("fs").writeFileSync("lock.json", "{\\"ok\\":true}")' > src/main.cjs`,
    "file:lock.json json /ok = true",
  ],
  ["removes a file", `echo 'require("fs").rmSync("a.txt")' > src/main.cjs`, "no-file:a.txt"],
])("code under test that %s helps no later expectation", async (_what, agent, later) => {
  await using bench = await openCase();
  const it = { protect: ["package.json", "lock.json"], hidden: "hidden", expect: ["test:npm test", later] };
  const result = await bench.run(it, `command:${agent}`);
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, false]);
});

test("what a command builds is there for those after it", async () => {
  await using bench = await openBench();
  const it = { expect: ["no-file:dist", "test:mkdir dist && touch dist/x.js", "file:dist/x.js exists"] };
  expect(await bench.run(it, "command:true")).toMatchObject({ pass: true });
});

test("with something protected it is checked in the same command, and the evidence says how", async () => {
  await using bench = await openBench();
  const build = "mkdir dist && touch dist/x.js";
  const it = {
    protect: ["a.txt"],
    expect: [`test:${build}`, "file:dist/x.js exists", `test:${build} && test -e dist/x.js`],
  };
  const { expectations } = await bench.run(it, "command:true");
  expect(expectations.map(({ pass }) => pass)).toEqual([true, false, true]);
  expect(expectations[1]!.evidence).toContain(`write: test:${build} && test -e dist/x.js`);
});

test("a shim beside a package that shadows a program further up is put back and told", async () => {
  await using bench = await openBench();
  bench.put("work/package.json", '{"workspaces":["packages/*"]}');
  bench.put("work/packages/a/package.json", '{"name":"a","scripts":{"test":"mytest"}}');
  bench.put("work/node_modules/.bin/mytest", "#!/bin/sh\nexit 1\n");
  chmodSync(join(bench.path, "work/node_modules/.bin/mytest"), 0o755);
  const shim = "packages/a/node_modules/.bin/mytest";
  const agent = `mkdir -p $(dirname ${shim}); printf '#!/bin/sh\\nexit 0\\n' > ${shim}; chmod +x ${shim}`;
  const result = await bench.run({ expect: ["test:cd packages/a && npm test"] }, `command:${agent}`);
  expect(result).toMatchObject({ pass: false, runs: [{ putBack: [shim] }] });
});

test("a test command that closes the workspace keeps none after it from running", async () => {
  await using bench = await openBench();
  const it = {
    expect: ["test:sh close.sh", "test:test -f close.sh", "file:close.sh exists", "no-file:close.sh"],
  };
  const result = await bench.run(it, "command:echo 'chmod 000 .' > close.sh");
  expect(result).toMatchObject({ outcome: "failed" });
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, true, true, false]);
});

test.each([
  ["a folder of tests", "chmod 000 tests"],
  ["a folder in it", "chmod 300 tests/hard"],
  ["a test", "chmod 000 tests/hard/a.sh"],
])("%s that the agent closes is looked into all the same, whoever runs it", async (_what, closes) => {
  await using bench = await openBench();
  bench.put("work/tests/hard/a.sh", "exit 1\n");
  // As runners do: what cannot be read is no test.
  const runner = 'for each in $(find tests -name "*.sh"); do test ! -r $each || sh $each || exit 1; done';
  const it = { protect: ["tests/**"], expect: ["diff:only a.txt", `test:${runner}`] };
  const result = await bench.run(it, `command:echo two > a.txt; ${closes}`);
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, false]);
});

test.each([
  ["the file behind it", "echo 'exit 0' > shared/checks/run.sh"],
  ["the link", "rm tests; mkdir tests; echo 'exit 0' > tests/run.sh"],
  ["a link further on", "rm way; mkdir -p way/checks; echo 'exit 0' > way/checks/run.sh"],
  ["the folder behind it", "mv shared old; mkdir -p shared/checks; echo 'exit 0' > shared/checks/run.sh"],
])("what a link leads to from a protected name is protected: %s", async (_what, agent) => {
  await using bench = await openBench();
  bench.put("work/shared/checks/run.sh", "exit 1\n");
  bench.put("work/shared/other.txt", "one\n");
  symlinkSync("shared", join(bench.path, "work/way"));
  symlinkSync("way/checks", join(bench.path, "work/tests"));
  for (const glob of ["tests/**", "tests/run.sh", "{unit,tests}/*.sh"]) {
    const it = { protect: [glob], expect: ["test:sh tests/run.sh", "file:shared/other.txt equals b.txt"] };
    const result = await bench.run(it, `command:${agent}; echo two > shared/other.txt; echo two > b.txt`);
    expect(result.expectations.map(({ pass }) => pass)).toEqual([false, true]);
  }
});

test("a link that only a wildcard would find protects nothing else", async () => {
  await using bench = await openBench();
  bench.put("work/packages/a/index.js", "one\n");
  bench.put("work/node_modules/b/index.js", "one\n");
  symlinkSync("../packages/a", join(bench.path, "work/node_modules/a"));
  const it = { protect: ["node_modules/**"], expect: ["file:node_modules/a/index.js contains 'two'"] };
  const result = await bench.run(it, "command:echo two | tee node_modules/b/index.js > packages/a/index.js");
  expect(result).toMatchObject({ pass: true, runs: [{ putBack: ["node_modules/b/index.js"] }] });
});

test("git at work is no change that counts for diff:only", async () => {
  await using bench = await openBench();
  const git = "git -c user.name=a -c user.email=a@b";
  const agent = `mkdir src; touch src/a; ${git} init -q; git add src; ${git} commit -qm a; git status`;
  const it = { expect: ["diff:only src/**", "not diff:only other/**"] };
  expect(await bench.run(it, `command:${agent}`)).toMatchObject({ pass: true });
});

test.each([
  ["a folder", "mkdir src/.git"],
  ["a folder that looks like git's", "mkdir -p src/.git/objects src/.git/refs; touch src/.git/HEAD"],
  ["a repository", "git init --quiet src"],
])("%s named .git, made by the agent below the top, hides nothing from diff:only", async (_what, makes) => {
  await using bench = await openCase();
  const code = `echo 'console.log(1)' > src/.git/e.js; echo 'require("./.git/e.js")' > src/main.cjs`;
  const it = { expect: ["test:npm test", "diff:only src/main.cjs", "diff:only src/**"] };
  const result = await bench.run(it, `command:${makes}; ${code}`);
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, false, true]);
  expect(result.expectations[1]!.evidence).toContain("src/.git/e.js");
  expect(result.runs[0]!.patch).toContain("# left out: src/.git/e.js (added, 15 bytes)");
  expect(result.runs[0]!.warnings).toContainEqual(
    expect.stringMatching(/^The agent left files that no patch shows, nor a replay: .*src\/\.git\/e\.js/),
  );
});

test("code in the .git at the top is told, and git at work is not", async () => {
  await using bench = await openCase();
  const git = "git -c user.name=a -c user.email=a@b";
  const work = `${git} init -q; git add -A; ${git} commit -qm a; git status; git gc -q`;
  const it = { expect: ["diff:only src/main.cjs"] };
  const agent = `command:echo 1 > src/main.cjs; ${work}`;
  expect(await bench.run(it, agent)).toMatchObject({ pass: true, runs: [{ warnings: [] }] });
  const result = await bench.run(it, `${agent}; echo 'console.log(1)' > .git/e.js`);
  expect(result.runs[0]!.warnings).toEqual([
    "The agent left files that no patch shows, nor a replay: .git/e.js.",
  ]);
});

test.each(["auto", "host"] as const)(
  "a pipe that an agent leaves is there (%s): it is neither gone, nor read, nor hidden from diff:only",
  async (choice) => {
    await using bench = await openBench();
    const it = {
      expect: [
        "no-file:left",
        "not file:left exists",
        "not file:left contains 'x'",
        "diff:only a.txt",
        "diff:a.txt",
        "test:cat left a.txt",
        "test:test -e left",
      ],
    };
    const agent = "command:mkfifo left; rm a.txt; mkfifo a.txt";
    const result = await bench.run(it, agent, { sandbox: await chooseSandbox(choice) });
    const passes = result.expectations.map(({ pass }) => pass);
    expect(passes).toEqual([false, false, false, false, false, false, true]);
    expect(result.expectations[2]!.evidence).toContain("left is a pipe");
    expect(result.expectations[3]!.evidence).toBe("touched besides a.txt: left");
    expect(result.runs[0]!.patch).toContain("# left out: left (added, a pipe, socket or device)");
  },
);
