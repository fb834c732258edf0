// Runs lines of Perl in a sandbox and tells what they wrote: started by the tests of keyrings with a key in its
// session.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseSandbox, type SandboxName } from "../../src/sandbox/choose-sandbox.ts";

const [name, ...programs] = process.argv.slice(2);
const { sandbox } = await chooseSandbox(name as SandboxName);
const path = mkdtempSync(join(tmpdir(), "x-keys-"));
const told: string[] = [];
for (const program of programs) {
  const exit = await sandbox.exec({ argv: ["perl", "-e", program] }, { workspace: { path } });
  told.push(exit.reason ?? exit.stdout.text);
}
rmSync(path, { recursive: true });
console.log(JSON.stringify(told));
