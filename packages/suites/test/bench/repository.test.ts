import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, openBench } from "./support.ts";

/** Every way in which a workspace comes to its repository, with the case that it is of. */
const ways: [string, (bench: Bench) => Record<string, unknown>][] = [
  [
    "the project's, whose history holds no answers",
    (bench) => {
      commitAll(bench, "project");
      return { workspace: "project" };
    },
  ],
  [
    "the project's, after the suite was committed",
    (bench) => {
      bench.put("package.json", "{}");
      bench.put("suite.json", "{}");
      commitAll(bench, ".");
      return { workspace: null };
    },
  ],
  [
    "a commit of another repository",
    (bench) => {
      commitAll(bench, "project");
      return { workspace: "project#main" };
    },
  ],
  [
    "a linked worktree",
    (bench) => {
      commitAll(bench, "project");
      git(bench, "project", "worktree", "add", "--quiet", "../linked");
      return { workspace: "linked" };
    },
  ],
  [
    "a clone that borrows its objects",
    (bench) => {
      commitAll(bench, "project");
      git(bench, ".", "clone", "--quiet", "--shared", "project", "linked");
      return { workspace: "linked" };
    },
  ],
  ["one that set-up makes", () => ({ setup: ["git init --quiet .", "git add --all"] })],
];

function git(bench: Bench, folder: string, ...args: string[]): void {
  const settings = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", [...settings, ...args], { cwd: join(bench.path, folder), stdio: "pipe" });
}

function commitAll(bench: Bench, folder: string): void {
  bench.put(`${folder}/a.txt`, "one\n");
  git(bench, folder, "init", "--quiet", "--initial-branch=main");
  git(bench, folder, "add", "--all");
  git(bench, folder, "commit", "--quiet", "-m", "start");
}

test.each(ways)("agents can commit: %s", async (_way, prepare) => {
  await using bench = await openBench();
  const it = {
    ...prepare(bench),
    expect: ["diff:a.txt", 'test:test -z "$(git status --porcelain a.txt)"', "test:git log -1 | grep mine"],
  };
  const result = await bench.run(it, "command:echo two > a.txt && git add a.txt && git commit -m mine");
  expect(result).toMatchObject({ pass: true, runs: [{ putBack: [] }] });
});

test.each(ways)("whoever only looks has changed nothing: %s", async (_way, prepare) => {
  await using bench = await openBench();
  const looked = await bench.run({ ...prepare(bench), expect: ["diff:only nothing"] }, "command:git status");
  expect(looked).toMatchObject({ pass: true, runs: [{ putBack: [], warnings: [] }] });
});

test.each(ways)("whoever changes the settings of git is told: %s", async (_way, prepare) => {
  await using bench = await openBench();
  const it = {
    ...prepare(bench),
    expect: ["test:test $(git config core.filemode) = true", "not test:git config core.pager"],
  };
  for (const line of ["git config core.filemode false", "git config core.pager evil"])
    expect(await bench.run(it, `command:${line}`)).toMatchObject({
      ...{ pass: true, runs: [{ putBack: [".git/config"] }] },
    });
});

test("a hook is told, and nobody for the name that they commit by", async () => {
  await using bench = await openBench();
  commitAll(bench, "work");
  const put = async (line: string) =>
    (await bench.run({ expect: ["test:true"] }, `command:${line}`)).runs[0]!.putBack;
  expect(await put("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit")).toEqual([".git/hooks"]);
  expect(await put("git config user.name me; git init -q; git commit -q --allow-empty -m a")).toEqual([]);
});
