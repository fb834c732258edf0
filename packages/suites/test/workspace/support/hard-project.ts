import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { git } from "./git.ts";

/** A project with everything that makes copying hard; `linked` becomes a worktree of it. */
export function makeProject(folder: string, linked: string): void {
  for (const each of ["src", "node_modules/dep", "one/deep", "two/deep", "nested", ".x", "one/.x"]) {
    fs.mkdirSync(join(folder, each), { recursive: true });
  }
  const put = (path: string, text: string | Buffer) => fs.writeFileSync(join(folder, path), text);
  put("src/a.ts", "a");
  put("src/b.ts", "b");
  put("one/x", "1x");
  put("one/deep/x", "1d");
  put("two/x", "2x");
  put("two/deep/x", "2d");
  put("old", "old");
  put("binary", Buffer.from([0, 1, 2, 255, 254, 10, 13]));
  put("latin", Buffer.from("caf\xe9\n", "latin1"));
  put("run.sh", "#!/bin/sh\n");
  put("node_modules/dep/index.js", "dep");
  put(".gitignore", "node_modules\n");
  put(".gitattributes", "*.ts diff=evil-driver filter=evil-driver -text\n");
  put(".x/store", "ours");
  put("one/.x/store", "ours too");
  fs.chmodSync(join(folder, "run.sh"), 0o755);
  fs.utimesSync(join(folder, "old"), new Date(Date.UTC(2001, 1, 3)), new Date(Date.UTC(2001, 1, 3)));
  fs.symlinkSync("/etc/passwd", join(folder, "out"));
  git(folder, "init", "-q");
  git(folder, "add", "src", ".gitignore");
  git(folder, "commit", "-q", "-m", "first");
  fs.appendFileSync(
    join(folder, ".git/config"),
    '[core]\n\thooksPath = /evil\n\tfsmonitor = evil\n[remote "origin"]\n\turl = https://user:token@host/\n[filter "evil-driver"]\n\tclean = touch evil-ran\n\tsmudge = evil\n',
  );
  put(".git/hooks/pre-commit", "evil");
  git(folder, "worktree", "add", "-q", "--detach", linked);
  put("nested/.git", `gitdir: ${folder}/.git\n`);
  execFileSync("mkfifo", [join(folder, "pipe")]);
}
