// What `npm start`, `npm test` and the other scripts go through: installs what is missing, then runs the given
// file under the Node of this project. Plain JavaScript, since the machine's own Node may be too old for more.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";
const projectNode = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

/** The version a package says it has; undefined when it is not there or was left damaged. */
function versionOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

/** Packages of the lock file that are not installed at the version it names. Those for other platforms may lack. */
function wanting() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const paths = Object.entries(packages)
    .filter(([path, { version, link, optional }]) => {
      if (!path.includes("node_modules/")) return false;
      if (!existsSync(join(root, path, "package.json"))) return optional !== true;
      return link !== true && versionOf(path) !== version;
    })
    .map(([path]) => path);
  return existsSync(projectNode) ? paths : [...paths, "node_modules/node"];
}

function install(paths) {
  console.error("Installing what this project needs (once) …");
  // npm trusts its own notes about what is installed and would leave damaged packages as they are.
  const damaged = paths.filter((path) => path === "node_modules/node" || versionOf(path) === undefined);
  for (const path of [...damaged, "node_modules/.package-lock.json"]) {
    rmSync(join(root, path), { recursive: true, force: true });
  }
  // Not `npm ci`: it refuses a lock file that lacks packages of other platforms, which some registries do not hold.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: windows });
  if (status === 0 && wanting().length === 0) return;
  console.error(
    "The installation did not succeed; npm's message is above. Check the network, then run the same command again.",
  );
  process.exit(1);
}

const [file, ...args] = process.argv.slice(2);
const missing = wanting();
if (missing.length > 0) install(missing);

const path = [dirname(projectNode), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
const script = resolve(root, "scripts", file);
// The command line works where it was called, also on another project: npm --prefix <this folder> run x -- …
const cwd = file.endsWith("bin/x.js") ? process.env.INIT_CWD : undefined;
const child = spawn(projectNode, ["--conditions=@flow-state-dev/source", script, ...args], {
  ...(cwd && { cwd }),
  stdio: "inherit",
  env: { ...process.env, PATH: path },
});
// A terminal sends Ctrl-C to the child as well; it decides how to end, and this process follows it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal === "SIGTERM") child.kill(signal);
  });
}
child.on("error", ({ message }) => {
  console.error(
    `The Node of this project does not run (${message}). Remove node_modules, then run the same command again.`,
  );
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});
