import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { noticesOf } from "../adversarial/notices-of.ts";
import { type Bench, openBench } from "../bench/support.ts";

function git(bench: Bench, folder: string, ...args: string[]): void {
  const settings = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"];
  execFileSync("git", [...settings, ...args], { cwd: join(bench.path, folder), stdio: "pipe" });
}

async function openRepository(): Promise<Bench> {
  const bench = await openBench();
  for (const folder of ["work", "lib"]) {
    bench.put(`${folder}/file.txt`, "one\n");
    git(bench, folder, "init", "--quiet", "--initial-branch=main");
    git(bench, folder, "add", "--all");
    git(bench, folder, "commit", "--quiet", "-m", "start");
  }
  return bench;
}

test("a project whose git lies elsewhere has one commit, and says why", async () => {
  await using bench = await openRepository();
  git(bench, "work", "worktree", "add", "--quiet", "../linked");
  expect(await noticesOf(bench, { workspace: "work", expect: ["test:git status"] })).toEqual([]);
  expect(await noticesOf(bench, { workspace: "linked" })).toEqual([
    expect.stringContaining("The history of git is left out of the workspace, since its files lie elsewhere"),
  ]);
  const it = { workspace: "linked", expect: ["output contains '1\n'"] };
  const looked = await bench.run(it, "command:git rev-list --count HEAD && git status --short");
  expect(looked).toMatchObject({ pass: true, runs: [{ putBack: [] }] });
});

test("submodules that are left empty are named, and files of which there is a pointer alone", async () => {
  await using bench = await openRepository();
  git(bench, "work", "submodule", "--quiet", "add", join(bench.path, "lib"), "vendor/lib");
  bench.put("work/.gitattributes", "*.png filter=lfs -text\n");
  bench.put("work/art/a.png", "version https://git-lfs.github.com/spec/v1\n");
  git(bench, "work", "-c", "filter.lfs.clean=", "-c", "filter.lfs.process=", "add", "--all");
  git(bench, "work", "commit", "--quiet", "-m", "with a submodule and a picture");
  expect(await noticesOf(bench, { workspace: "work#main" })).toEqual([
    expect.stringContaining("these folders are empty: vendor/lib."),
    expect.stringContaining("these files hold only a pointer: art/a.png."),
  ]);
});

test("git works in submodules whose files lie in the project, and those of others are told", async () => {
  await using bench = await openRepository();
  git(bench, "work", "submodule", "--quiet", "add", join(bench.path, "lib"), "vendor/lib");
  git(bench, "work", "commit", "--quiet", "-m", "with a submodule");
  const it = { workspace: "work", expect: ["test:cd vendor/lib && git log -1 --format=%s | grep start"] };
  expect(await noticesOf(bench, it)).toEqual([]);
  expect(await bench.run(it, "command:touch vendor/lib/more.txt")).toMatchObject({ pass: true });
  bench.put("work/vendor/lib/.git", `gitdir: ${join(bench.path, "work", ".git/modules/vendor/lib")}\n`);
  expect(await noticesOf(bench, { workspace: "work" })).toEqual([
    expect.stringMatching(
      /git does not work in the workspace at vendor\/lib\/\.git.*--recurse-submodules\.$/,
    ),
  ]);
});

test("a project whose packages lie elsewhere is told so", async () => {
  await using bench = await openBench();
  bench.put("elsewhere/node_modules/dep/index.js", "");
  symlinkSync("../elsewhere/node_modules", join(bench.path, "work/node_modules"));
  expect(await noticesOf(bench, { workspace: "work" })).toEqual([
    expect.stringMatching(/^node_modules is a link out of the project, to .*elsewhere\/node_modules, /),
  ]);
});

test("an environment of Python that leads out of the project is told, where no sandbox shows that", async () => {
  await using bench = await openBench();
  bench.put("versions/bin/python3", "");
  for (const [name, target] of [
    ["api/.venv", join(bench.path, "versions/bin/python3")],
    ["of-system", "/usr/bin/env"],
    ["of-project", "../../api/python"],
  ] as const) {
    bench.put(`work/${name}/pyvenv.cfg`, "home = elsewhere\n");
    bench.put(`work/${name}/bin/activate`, "");
    symlinkSync(target, join(bench.path, "work", name, "bin/python"));
  }
  bench.put("work/api/python", "");
  const told = expect.stringMatching(/^No Python starts in the workspace from api\/\.venv, since/);
  const { enforces } = (await chooseSandbox("auto")).sandbox;
  expect(await noticesOf(bench, { workspace: "work" })).toEqual(enforces.files ? [told] : []);
});

test("a submodule that holds answers has no history in the workspace", async () => {
  await using bench = await openRepository();
  bench.put("lib/solution.sh", "touch done.txt\n");
  git(bench, "lib", "add", "--all");
  git(bench, "lib", "commit", "--quiet", "-m", "the answer");
  git(bench, "work", "submodule", "--quiet", "add", join(bench.path, "lib"), "vendor/lib");
  git(bench, "work", "commit", "--quiet", "-m", "with a submodule");
  const seen = "! git -C vendor/lib log -1 --format=%s | grep answer && ! test -e .git/modules/vendor/lib";
  const it = { workspace: "work", solution: "work/vendor/lib/solution.sh", expect: [`test:${seen}`] };
  expect(await bench.run(it, "command:true")).toMatchObject({ pass: true });
});

test.each([
  ["as it stands", {}],
  ["with files of the case", { files: { "made/a.txt": "" } }],
])("a glob of protect that matches nothing is told, %s", async (_how, more) => {
  await using bench = await openBench();
  const notices = await noticesOf(bench, { protect: ["a.txt", "tset/**"], ...more });
  expect(notices).toEqual([expect.stringContaining('protect: nothing in the workspace matches "tset/**"')]);
});
