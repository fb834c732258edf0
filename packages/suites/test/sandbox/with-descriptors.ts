// Runs a line in a sandbox and tells what it wrote: started with a descriptor by the tests of descriptors.
import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseSandbox, type SandboxName } from "../../src/sandbox/choose-sandbox.ts";

const [name, shell] = process.argv.slice(2) as [SandboxName, string];
const before = readlinkSync("/proc/self/fd/40");
const { sandbox } = await chooseSandbox(name);
const path = mkdtempSync(join(tmpdir(), "x-descriptors-"));
const exit = await sandbox.exec({ shell }, { workspace: { path } });
rmSync(path, { recursive: true });
console.log(JSON.stringify({ before, stdout: exit.reason ?? exit.stdout.text }));
