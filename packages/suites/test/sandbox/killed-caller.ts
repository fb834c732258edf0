// Starts sandboxes one after the other and is ended by force while they start: used by the test of killed callers.
import { setTimeout as wait } from "node:timers/promises";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { host } from "../../src/sandbox/host.ts";
import { unshare } from "../../src/sandbox/unshare.ts";

const [name, path, seconds, every] = process.argv.slice(2) as [string, string, string, string];
const sandbox = [bubblewrap, unshare, host]
  .map((make) => make({ cgroups: null }))
  .find((each) => each.name === name)!;
const workspace = { path };
await sandbox.exec({ argv: ["true"] }, { workspace });
// A large process takes a while to die: its main thread is gone, and what is bound to it, but its descriptors are open.
const large = Buffer.alloc(2 ** 28, 1);
// Each is a little less far than the one before.
for (let count = 0; count < 4; count++) {
  void sandbox.exec({ argv: ["sleep", seconds] }, { workspace });
  await wait(Number(every));
}
process.kill(process.pid, large[0] === 1 ? "SIGKILL" : "SIGTERM");
