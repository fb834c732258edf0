// What `npm start`, `npm test` and the other scripts go through: installs what is missing, then runs the given
// file under the Node of this project. Plain JavaScript, since the machine's own Node may be too old for more.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";
const projectNode = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

/** Is everything of the lock file installed, at the version it names? Packages for other platforms may lack. */
function installed() {
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"));
  const { packages } = read("package-lock.json");
  return (
    existsSync(projectNode) &&
    Object.entries(packages).every(([path, { version, link, optional }]) => {
      if (!path.includes("node_modules/")) return true;
      if (!existsSync(join(root, path, "package.json"))) return optional === true;
      return link === true || read(path, "package.json").version === version;
    })
  );
}

function install() {
  console.error("Installing what this project needs (once) …");
  // Not `npm ci`: it refuses a lock file that lacks packages of other platforms, which some registries do not hold.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: windows });
  if (status === 0 && installed()) return;
  console.error(
    "The installation did not succeed; npm's message is above. Check the network, then run the same command again.",
  );
  process.exit(1);
}

const [file, ...args] = process.argv.slice(2);
if (!installed()) install();

const path = [dirname(projectNode), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
const script = resolve(root, "scripts", file);
const child = spawn(projectNode, ["--conditions=@flow-state-dev/source", script, ...args], {
  stdio: "inherit",
  env: { ...process.env, PATH: path },
});
// A terminal sends Ctrl-C to the child as well; it decides how to end, and this process follows it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal === "SIGTERM") child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});
