import { globSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

/**
 * Runs a program with the words after it, as if it had been started itself: the file at that path from where npm
 * was called, or else the one of that name in a folder of the project.
 */
export async function runNamed(folder: string, command: string): Promise<void> {
  const [name = "", ...words] = process.argv.slice(2);
  const home = process.env.INIT_CWD ?? process.cwd();
  const own = resolve(home, name);
  const named = /[/\\]/.test(name) ? undefined : `${folder}/${basename(name, ".ts")}.ts`;
  const file = [own, named && join(root, named)].find((path) => path && isFile(path));
  if (file !== undefined) {
    if (file === own) process.chdir(home);
    process.argv = [process.argv0, file, ...words];
    await import(pathToFileURL(file).href);
    return;
  }
  if (name !== "") {
    console.error(named ? `There is neither ${name} here nor ${named}.` : `There is no ${name} here.`);
  }
  const names = globSync("*.ts", { cwd: join(root, folder) }).map((path) => basename(path, ".ts"));
  console.error(`${command} -- ${[...names.sort(), "<path of a file of your own>"].join(" | ")}`);
  process.exitCode = 2;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
