// `npm run build`: compiles every package into its `dist`, in the order of their dependencies.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle, entriesOf, removeBundled } from "./bundle.ts";
import { root } from "./root.ts";
import { reachable } from "./structure/arrows.ts";
import { runTool } from "./tool.ts";

const packages = readdirSync(join(root, "packages"))
  .filter((name) => existsSync(join(root, "packages", name, "tsconfig.build.json")))
  .sort((a, b) => reachable(a).size - reachable(b).size);

for (const name of packages) {
  rmSync(join(root, "packages", name, "dist"), { recursive: true, force: true });
  if (!runTool("tsc", ["-p", join("packages", name, "tsconfig.build.json")])) {
    console.error(`@flow-state-dev/${name} does not compile; the messages above say where.`);
    process.exit(1);
  }
  const folder = join(root, "packages", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const dist = join(folder, "dist");
  await bundle(entriesOf(folder), dist, dist);
  removeBundled(dist);
  console.log(`built @flow-state-dev/${name} ${version}`);
}
