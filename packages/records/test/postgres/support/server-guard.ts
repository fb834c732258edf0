// Stays beside a server of tests. When the process that started it is gone, however it ended, this ends the server by
// the number in its folder, and removes the folder. A line on stdin says that there is nothing left to do.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const folder = process.argv[2]!;
let isDone = false;
process.stdin.on("data", () => {
  isDone = true;
});
await new Promise((resolve) => process.stdin.once("end", resolve).once("error", resolve));
if (!isDone) {
  try {
    const pid = Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, "SIGQUIT");
    await pause(500);
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  await pause(200);
  rmSync(folder, { recursive: true, force: true });
}
