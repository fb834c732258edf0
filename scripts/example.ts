// `npm run example -- <name> [words]`: runs one of the programs in examples/.
import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

const [name = "", ...words] = process.argv.slice(2);
const file = join(root, "examples", `${basename(name, ".ts")}.ts`);
const names = globSync("examples/*.script.json", { cwd: root }).map((path) => basename(path, ".script.json"));
if (name === "" || !existsSync(file)) {
  console.error(`${name ? `There is no example "${name}". ` : ""}npm run example -- ${names.join(" | ")}`);
  process.exitCode = 2;
} else {
  process.argv = [process.argv0, file, ...words];
  await import(pathToFileURL(file).href);
}
