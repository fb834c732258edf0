import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * What has to be typed before a command, as this one was: `npm run x --` inside the repository; `npx x` after npx, pnpm
 * and yarn and in scripts of a project that has `x` installed, or the name of the package where nothing is installed,
 * since `npx x` would then fetch another one; else `x`, which is on the path or another name for one of these.
 */
export function startWords(env: NodeJS.ProcessEnv, folder: string = process.cwd()): string[] {
  if (isNpx(env)) return ["npx", isInstalled(folder) ? "x" : "@flow-state-dev/cli"];
  const { npm_lifecycle_event: event, npm_package_json: file } = env;
  const byOther = /^(pnpm|yarn)\//.test(env.npm_config_user_agent ?? "");
  if (!byOther && (event === undefined || event === "npx")) return ["x"];
  // Yarn 1 calls what a project has installed a script of its name.
  if ((event === "x" && !byOther) || (event === "start" && hasOwnScript(file))) {
    if (file === undefined || isWithin(dirname(file), folder)) return ["npm", "run", "x", "--"];
  }
  // Scripts, pnpm and yarn find what a project has installed; whoever reads their output does not.
  return isInstalled(folder) ? ["npx", "x"] : ["x"];
}

/** Npx, and `npm exec`, which is the same, say what they start; other programs that they start may start `x` too. */
function isNpx({
  npm_lifecycle_event: event,
  npm_lifecycle_script: script = "",
}: NodeJS.ProcessEnv): boolean {
  return event === "npx" && /^["']?x["']?$/.test(script);
}

/** Has the project of a script one that is called `x`, as the repository has? */
function hasOwnScript(file: string | undefined): boolean {
  try {
    const { scripts } = JSON.parse(readFileSync(file!, "utf8")) as { scripts?: Record<string, unknown> };
    return typeof scripts?.x === "string";
  } catch {
    return false;
  }
}

function isWithin(around: string, folder: string): boolean {
  const [first] = relative(around, folder).split(sep);
  return first !== "..";
}

/** Does npx find `x` in this folder or one around it? */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, "node_modules", ".bin", "x"))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(parent);
}
