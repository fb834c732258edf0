// Makes a workspace and waits to be ended by force: used by the test of leftovers.
import * as fs from "node:fs";
import { join } from "node:path";
import { openWorkspaces } from "../../../src/workspace/workspaces.ts";

const [top, method] = process.argv.slice(2) as [string, "overlay" | "copy"];
const source = join(top, `source-${method}`);
fs.mkdirSync(source);
fs.writeFileSync(join(source, "file"), "x");
const workspaces = await openWorkspaces({ method, parent: top });
const base = await workspaces.prepare({ kind: "folder", path: source });
const workspace = await base.create();
fs.mkdirSync(`${workspace.path}/closed`);
fs.writeFileSync(`${workspace.path}/closed/file`, "x");
fs.chmodSync(`${workspace.path}/closed`, 0o000);
console.log("made");
setInterval(() => {}, 1000);
