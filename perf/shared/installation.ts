import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { npmEnvironment } from "../../scripts/npm-environment.ts";
import { root } from "../../scripts/root.ts";

/** A folder with packages in its node_modules, as a user would have them. */
export interface Installation {
  folder: string;
}

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "flow-state-bench", "peers");

/** Installs packages at these versions into a folder of the user's cache, unless they are there already. */
export function installPinned(name: string, packages: readonly string[]): Installation {
  const folder = join(cache, name);
  const done = join(folder, "installed");
  if (existsSync(done)) return { folder };
  console.error(`installing ${packages.join(" ")} …`);
  rmSync(folder, { recursive: true, force: true });
  install(folder, packages);
  writeFileSync(done, packages.join("\n"));
  return { folder };
}

/**
 * Compiles, packs and installs all packages of this project into a folder of its own, which is the caller's to remove.
 * A copy is compiled, so that nobody who builds or tests meanwhile is in the way.
 */
export function installPacked(): Installation {
  console.error("packing and installing this project …");
  const folder = mkdtempSync(join(tmpdir(), "perf-packed-"));
  const copy = join(folder, "copy");
  copyProject(copy);
  must(process.execPath, ["scripts/build.ts"], copy);
  must("npm", ["pack", "--workspaces", "--pack-destination", folder], copy);
  const packed = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  install(
    folder,
    packed.map((name) => `./${name}`),
  );
  for (const name of ["copy", ...packed]) rmSync(join(folder, name), { recursive: true, force: true });
  return { folder };
}

/** The sources, with what is installed here beside them but for the packages of the project itself. */
function copyProject(copy: string): void {
  mkdirSync(copy);
  for (const name of ["packages", "scripts", "package.json", "README.md", "LICENSE", "tsconfig.base.json"]) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/[/\\](dist|node_modules)$/.test(path),
    });
  }
  const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
  mkdirSync(join(to, "@flow-state-dev"), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@flow-state-dev") symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(copy, "packages"))) {
    symlinkSync(join(copy, "packages", name), join(to, "@flow-state-dev", name));
    const own = join(root, "packages", name, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(copy, "packages", name, "node_modules"));
  }
}

function install(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  must("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], folder);
}

function must(command: string, args: readonly string[], cwd: string): void {
  // Peers with thousands of files take longer than a test would wait for a registry.
  const env = { ...npmEnvironment(), npm_config_fetch_timeout: "300000", npm_config_fetch_retries: "2" };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")}\n${error ?? `${stdout}${stderr}`}`.slice(-3000));
}
