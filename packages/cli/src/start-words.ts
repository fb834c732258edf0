import { dirname, relative, sep } from "node:path";

/**
 * What has to be typed before a command, as this one was: `npm run x --` inside the repository, else `x`, which is on the
 * path or another name for the former.
 */
export function startWords(env: NodeJS.ProcessEnv, folder: string = process.cwd()): string[] {
  if (env.npm_lifecycle_event !== "x" && env.npm_lifecycle_event !== "start") return ["x"];
  const { npm_package_json: file } = env;
  if (file === undefined) return ["npm", "run", "x", "--"];
  const [first] = relative(dirname(file), folder).split(sep);
  return first === ".." ? ["x"] : ["npm", "run", "x", "--"];
}
