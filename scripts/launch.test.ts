import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  expect(stderr).toContain("There is no examples/no-such-example.ts.");
});

test("installs what the lock file wants before the first run, and again when it wants something else", () => {
  const project = mkdtempSync(join(tmpdir(), "x-launch-"));
  const lock = (picocolors: string) => {
    const devDependencies = { node: process.versions.node, picocolors };
    const allowScripts = { node: true };
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({ private: true, devDependencies, allowScripts }),
    );
    const { status, stderr } = npm("install", "--package-lock-only");
    expect(status, stderr).toBe(0);
  };
  const npm = (...args: string[]) => spawnSync("npm", args, { cwd: project, encoding: "utf8" });
  const launch = () => {
    const script = join(project, "scripts", "launch.mjs");
    return spawnSync(process.execPath, [script, "hello.ts"], { encoding: "utf8", env: environment() });
  };
  try {
    mkdirSync(join(project, "scripts"));
    copyFileSync(launcher, join(project, "scripts", "launch.mjs"));
    writeFileSync(join(project, "scripts", "hello.ts"), "console.log(process.version as string);");
    lock("1.1.0");
    const first = launch();
    expect(first.stderr).toContain("Installing what this project needs (once)");
    expect(first.stdout).toContain(`${process.version}\n`);
    expect(launch()).toMatchObject({ status: 0, stderr: "", stdout: `${process.version}\n` });
    lock("1.1.1");
    expect(launch().stderr).toContain("Installing what this project needs (once)");
    expect(launch()).toMatchObject({ status: 0, stderr: "", stdout: `${process.version}\n` });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}, 120_000);

/** The environment as it is outside of npm, so that the launcher finds npm by itself. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}
