import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

/** Compiles, packs and installs all packages of this project into a folder of its own, which is the caller's to remove. */
export function installPacked(): Installation {
  console.error("packing and installing this project …");
  const folder = mkdtempSync(join(tmpdir(), "perf-packed-"));
  const packed = join(folder, "packed");
  mkdirSync(packed);
  must(process.execPath, ["scripts/build.ts"], root);
  must("npm", ["pack", "--workspaces", "--pack-destination", packed], root);
  install(
    folder,
    readdirSync(packed).map((name) => `./packed/${name}`),
  );
  rmSync(packed, { recursive: true, force: true });
  return { folder };
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
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${error ?? `${stdout}${stderr}`}`.slice(-3000));
}
