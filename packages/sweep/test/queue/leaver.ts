// A process that opens queues, waits until it is told that their server is gone, asks them something, leaves them, and
// has nothing else to do.
import { once } from "node:events";
import { CellQueue } from "../../src/index.ts";
import { endWithParent } from "./end-with-parent.ts";

endWithParent();
const queue = await CellQueue.open(process.argv[2]!);
await queue.size("r", [""]);
console.log("opened");
await once(process.stdin, "data");
process.stdin.destroy();
queue.size("r", [""]).catch(() => {});
await queue[Symbol.asyncDispose]();
console.log("left");
