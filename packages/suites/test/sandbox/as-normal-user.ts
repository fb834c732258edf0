// Uses workspaces and sandboxes and tells how it went: run by the test of normal users.
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { countedFiles } from "../../src/workspace/counted-files.ts";
import { folderView } from "../../src/workspace/folder-view.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";

const home = process.argv[2]!;
const source = join(home, "source");
fs.mkdirSync(join(source, "lower"), { recursive: true });
fs.writeFileSync(join(source, "lower/file"), "text");
fs.writeFileSync(join(home, "secret"), "home-secret");
const workspaces = await openWorkspaces({ parent: home });
const base = await workspaces.prepare({ kind: "folder", path: source }, { live: true });
const told: Record<string, unknown> = { user: process.getuid!(), method: workspaces.method };

const barred = join(home, "barred");
fs.mkdirSync(barred, 0o000);
told.barred = await workspaces.prepare({ kind: "folder", path: barred }).then(
  () => "",
  (error: Error) => error.message.replace(barred, "it"),
);

// A folder in a source that its owner has closed is not for us to open.
const own = join(home, "own");
fs.mkdirSync(join(own, "closed"), { recursive: true });
fs.chmodSync(join(own, "closed"), 0o000);
await countedFiles(own);
told.closed = await workspaces.prepare({ kind: "folder", path: own }).then(
  () => "",
  (error: Error) => error.message.replace(own, "it"),
);
told.closedMode = fs.statSync(join(own, "closed")).mode & 0o777;
fs.chmodSync(join(own, "closed"), 0o700);

/** What is told of a path in a folder that is closed. */
async function kindIn(root: string, path: string): Promise<string> {
  fs.chmodSync(join(root, dirname(path)), 0);
  const kind = await folderView(root).kind(path);
  fs.chmodSync(join(root, dirname(path)), 0o500);
  return kind;
}

for (const sandbox of [bubblewrap({ cgroups: null }), unshare({ cgroups: null })]) {
  const availability = await sandbox.available();
  await using workspace = await base.create();
  const run = (shell: string, limits = {}) =>
    sandbox.exec({ shell }, { workspace, limits: { timeMs: 20_000, ...limits } });
  const exit = await run("rm lower/file; echo a >made; exit 3");
  if (exit.code !== 3) throw new Error(`${sandbox.name}: ${exit.reason ?? exit.stderr.text}`);
  const secret = await run(`cat ${home}/secret`);
  const count = "ls /proc | grep -c '^[0-9]'";
  const bomb = await run(`b() { sleep 50 & b & b & }; b 2>/dev/null; sleep 1; ${count}`, {
    processes: 30,
    timeMs: 5000,
  });
  const eaten = await run("head -c 600000000 /dev/zero >/tmp/a && sleep 9", { memoryBytes: 200 * 2 ** 20 });
  const owner = fs.statSync(`${workspace.path}/made`).uid;
  const shut = await run(
    "mkdir -p shut/.git/hooks shut/.git/objects shut/.git/refs shut/sub; touch shut/.git/HEAD shut/sub/.git; mkfifo shut/pipe; chmod 500 shut/.git/hooks shut/.git shut/sub shut",
  );
  if (shut.code !== 0) throw new Error(`${sandbox.name}: ${shut.reason ?? shut.stderr.text}`);
  await run("mkdir -p closed/deep; echo b >closed/deep/b; chmod 000 made closed/deep/b closed/deep closed .");
  await (await workspace.freeze()).dispose();
  await using frozen = await workspace.freeze({ last: true });
  const files: string[] = [];
  for (const path of ["made", "closed/deep/b"])
    files.push(Buffer.from((await frozen.view.read(path, 9)) ?? []).toString());
  told[sandbox.name] = {
    available: availability.ok,
    code: exit.code,
    files,
    changes: (await frozen.changes()).map(({ kind, path }) => `${kind} ${path}`).sort(),
    pipe: await frozen.view.kind("shut/pipe"),
    barred: await kindIn(frozen.path, "shut/pipe"),
    shut: fs.statSync(`${frozen.path}/shut`).mode & 0o777,
    sourceKept: fs.readFileSync(join(source, "lower/file"), "utf8") === "text",
    owner,
    bomb: { alive: bomb.alive, fits: bomb.stdout.text === "" || Number(bomb.stdout.text) <= 36 },
    secret: secret.stdout.text,
    eaten: eaten.ended,
  };
}
await base.dispose();
await workspaces.dispose();
console.log(JSON.stringify(told));
