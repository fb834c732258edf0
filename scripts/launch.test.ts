import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npmEnvironment } from "./npm-environment.ts";
import { root } from "./root.ts";

const launcher = join(root, "scripts", "launch.mjs");

test("runs a script under the project's Node, and installs nothing when everything is there", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [launcher, "example.ts", "first-sequencer"],
    {
      encoding: "utf8",
    },
  );
  expect(status, stderr).toBe(0);
  expect(stderr).toBe("");
  expect(stdout).toContain("$12,816 in total");
  expect(stdout).toMatch(/^\$0\.\d{6} of \$0\.10 in 4 calls$/m);
});

test("hands on the exit code of the script", () => {
  const { status, stderr } = spawnSync(process.execPath, [launcher, "example.ts", "no-such-example"], {
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).toContain("nor examples/no-such-example.ts.");
});

test("the command line works in the folder that npm was called in", () => {
  const folder = mkdtempSync(join(tmpdir(), "x-elsewhere-"));
  try {
    const { status, stderr } = spawnSync(process.execPath, [launcher, "../packages/cli/bin/x.js", "runs"], {
      encoding: "utf8",
      env: { ...process.env, INIT_CWD: folder },
    });
    expect(status).toBe(2);
    expect(stderr).toContain(`There are no runs in ${folder}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A project of its own that has the launcher, one script that prints the version of its Node, and no packages. */
function newProject() {
  const project = mkdtempSync(join(tmpdir(), "x-launch-"));
  mkdirSync(join(project, "scripts"));
  copyFileSync(launcher, join(project, "scripts", "launch.mjs"));
  writeFileSync(join(project, "scripts", "hello.ts"), "console.log(process.version as string);");
  const env = npmEnvironment();
  return {
    /** Writes a lock file that wants Node and this version of a small package, or nothing at all. */
    lock(picocolors?: string) {
      const devDependencies = picocolors ? { node: process.versions.node, picocolors } : {};
      writeFileSync(
        join(project, "package.json"),
        JSON.stringify({ private: true, devDependencies, allowScripts: { node: true } }),
      );
      const args = ["install", "--package-lock-only"];
      const options = { cwd: project, encoding: "utf8", env, timeout: 30_000 } as const;
      const { status, signal, stdout, stderr } = spawnSync("npm", args, options);
      const end = signal ? `ended by ${signal}: the registry did not answer in 30 s` : `exit code ${status}`;
      expect(status, `npm ${args.join(" ")}: ${end}\n${stdout}\n${stderr}`).toBe(0);
    },
    launch() {
      const script = join(project, "scripts", "launch.mjs");
      return spawnSync(process.execPath, [script, "hello.ts"], { encoding: "utf8", env, timeout: 100_000 });
    },
    path: (...path: string[]) => join(project, "node_modules", ...path),
    [Symbol.dispose]: () => rmSync(project, { recursive: true, force: true }),
  };
}

type Launched = ReturnType<ReturnType<typeof newProject>["launch"]>;

function expectInstallThenRun({ status, signal, stdout, stderr }: Launched) {
  expect(stderr).toContain("Installing what this project needs (once)");
  expect(status, `${signal ? `ended by ${signal} after 100 s` : ""}\n${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toContain(`${process.version}\n`);
}

function expectRunAlone({ status, stdout, stderr }: Launched) {
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${process.version}\n`, stderr: "" });
}

test("installs what the lock file wants before the first run, and again when it wants something else", () => {
  using project = newProject();
  project.lock("1.1.0");
  expectInstallThenRun(project.launch());
  expectRunAlone(project.launch());
  project.lock("1.1.1");
  expectInstallThenRun(project.launch());
  expectRunAlone(project.launch());
});

test("mends what an interrupted installation left behind", () => {
  using project = newProject();
  project.lock("1.1.1");
  expectInstallThenRun(project.launch());
  const manifest = project.path("picocolors", "package.json");
  // npm by itself finds nothing to do in all of these but the last.
  for (const damage of [
    () => writeFileSync(manifest, `{ "name": "picoc`),
    () => writeFileSync(manifest, "null"),
    () => writeFileSync(manifest, `{ "name": "picocolors", "version": "1.1.0" }`),
    () => rmSync(project.path("node", "bin"), { recursive: true }),
    () => rmSync(manifest),
  ]) {
    damage();
    expectInstallThenRun(project.launch());
    expectRunAlone(project.launch());
    expect(JSON.parse(readFileSync(manifest, "utf8"))).toMatchObject({ version: "1.1.1" });
  }
}, 240_000);

test("says what to do when the project's Node cannot run", () => {
  using project = newProject();
  project.lock();
  mkdirSync(project.path("node", "bin"), { recursive: true });
  const node = process.platform === "win32" ? "node.exe" : "node";
  writeFileSync(project.path("node", "bin", node), "half of it");
  const { status, stdout, stderr } = project.launch();
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^The Node of this project does not run \(.+\)\. Remove node_modules, .+\.\n$/);
});
