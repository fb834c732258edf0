import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

/** Runs the program of that name in a folder with the words after it, as if it had been started itself. */
export async function runNamed(folder: string, command: string): Promise<void> {
  const [name = "", ...words] = process.argv.slice(2);
  const file = join(root, folder, `${basename(name, ".ts")}.ts`);
  if (name !== "" && existsSync(file)) {
    process.argv = [process.argv0, file, ...words];
    await import(pathToFileURL(file).href);
    return;
  }
  const names = globSync("*.ts", { cwd: join(root, folder) }).map((path) => basename(path, ".ts"));
  if (name !== "") console.error(`There is no ${folder}/${name}.ts.`);
  console.error(`${command} -- ${names.sort().join(" | ")}`);
  process.exitCode = 2;
}
