import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * What has to be typed before a command, as this one was: `npm run x --` inside the repository; `npx x` after npx, or
 * the name of the package where nothing is installed, since `npx x` would then fetch another one; else `x`, which is on
 * the path or another name for one of these.
 */
export function startWords(env: NodeJS.ProcessEnv, folder: string = process.cwd()): string[] {
  if (isNpx(env)) return ["npx", isInstalled(folder) ? "x" : "@flow-state-dev/cli"];
  if (env.npm_lifecycle_event !== "x" && env.npm_lifecycle_event !== "start") return ["x"];
  const { npm_package_json: file } = env;
  if (file === undefined) return ["npm", "run", "x", "--"];
  const [first] = relative(dirname(file), folder).split(sep);
  return first === ".." ? ["x"] : ["npm", "run", "x", "--"];
}

/** Npx, and `npm exec`, which is the same, say what they start; other programs that they start may start `x` too. */
function isNpx({
  npm_lifecycle_event: event,
  npm_lifecycle_script: script = "",
}: NodeJS.ProcessEnv): boolean {
  return event === "npx" && /^["']?x["']?$/.test(script);
}

/** Does npx find `x` in this folder or one around it? */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, "node_modules", ".bin", "x"))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(parent);
}
