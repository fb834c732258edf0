// The product as its users have it, for tests: every package in few files, as they are published, without declarations.
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { cachedPage } from "../packages/viewer/scripts/build-page.ts";
import { bundle, bundlePrograms, entriesOf } from "./bundle.ts";
import { root } from "./root.ts";

/** Below the project's own packages, so that those of others are found where they are. */
const installations = join(root, "node_modules", ".cache", "flow-state-dev-installed");
const keptMs = 60 * 60 * 1000;

/** Programs that tests start again and again, in processes of their own. */
const testPrograms =
  "packages/sweep/test/*/{aborter,leaver,limited-provider,planner,program,provider,sweeper,worker}.ts";

/** What tests start. */
export interface Installed {
  /** The `x` that users have. */
  x: string;
  /** A folder with the programs of tests: what is `a/b.ts` in the repository is `a/b.mjs` there. */
  programs: string;
}

/**
 * An installation of the sources as they are now, made once for each state of them. It starts in a third of the time
 * that the sources take, and programs of tests in a quarter. Several processes may ask at once; each gets a whole one.
 */
export async function installed(): Promise<Installed> {
  const folder = join(installations, stateOfSources());
  const x = join(folder, "node_modules/@flow-state-dev/cli/bin/x.js");
  const made = { x, programs: join(folder, "programs") };
  if (existsSync(x)) return made;
  removeOld();
  const fresh = join(installations, `making-${randomUUID()}`);
  try {
    const programs = bundlePrograms(globSync(testPrograms, { cwd: root }), root, join(fresh, "programs"));
    await Promise.all([programs, ...packageNames().map((name) => install(name, fresh))]);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(x)) throw error;
  }
  return made;
}

async function install(name: string, folder: string): Promise<void> {
  const from = join(root, "packages", name);
  const to = join(folder, "node_modules/@flow-state-dev", name);
  mkdirSync(to, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as { files: string[] };
  for (const file of ["package.json", ...files.filter((file) => file !== "dist")])
    cpSync(join(from, file), join(to, file), { recursive: true });
  await bundle(entriesOf(from), join(from, "src"), join(to, "dist"));
  if (name === "viewer") cpSync(await cachedPage(), join(to, "dist/page"), { recursive: true });
}

function packageNames(): string[] {
  return globSync("packages/*/tsconfig.build.json", { cwd: root }).map((file) => file.split(/[/\\]/)[1]!);
}

/** Changes with everything that is installed. */
function stateOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(
    [
      "packages/*/{src,bin,templates,schema,page}/**",
      "packages/*/*.json",
      "packages/sweep/test/**/*.ts",
      "scripts/{bundle,installed}.ts",
    ],
    {
      cwd: root,
      exclude: ["**/*.test.ts", "**/*.test-d.ts"],
    },
  );
  for (const file of files.sort()) {
    const path = join(root, file);
    if (!statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** Somebody may be at work with one that is not of today's sources. */
function removeOld(): void {
  for (const name of globSync("*", { cwd: installations })) {
    const path = join(installations, name);
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
