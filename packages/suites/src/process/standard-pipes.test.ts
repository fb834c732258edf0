import { fstatSync, readFileSync, readlinkSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { standardPipes } from "./standard-pipes.ts";

test.runIf(process.platform === "linux")(
  "pipes of the kernel, which are closed when they are disposed",
  async () => {
    const pipes = (await standardPipes())!;
    const kept = pipes.theirs.map((each) => readlinkSync(`/proc/self/fd/${each}`));
    expect(new Set(kept).size).toBe(3);
    for (const each of pipes.theirs) expect(fstatSync(each).isFIFO()).toBe(true);
    pipes.handOver();
    // Whoever had the other ends is gone, so all has been said.
    expect(await text(pipes.stdout)).toBe("");
    expect(await text(pipes.stderr)).toBe("");
    pipes[Symbol.dispose]();
    for (const stream of [pipes.stdin, pipes.stdout, pipes.stderr]) expect(stream.destroyed).toBe(true);
  },
);

test.runIf(process.platform === "linux")(
  "one process makes the pipes of all, and another one when that was ended",
  async () => {
    // Other tests of this process may have left theirs, and modules of their own.
    vi.resetModules();
    const { standardPipes } = await import("./standard-pipes.ts");
    const before = makers();
    const own = () => makers().filter((pid) => !before.includes(pid));
    const making = async () => {
      const pipes = await Promise.all(Array.from({ length: 20 }, standardPipes));
      for (const each of pipes) each![Symbol.dispose]();
      return own();
    };
    const [first, ...others] = await making();
    expect(others).toEqual([]);
    expect(await making()).toEqual([first]);
    process.kill(first!, "SIGKILL");
    await expect.poll(own).toEqual([]);
    expect(await making()).toEqual([expect.any(Number)]);
  },
);

/** Processes of this one that make pipes. */
function makers(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.map(Number).filter((pid) => pid > 0 && commandOf(pid).includes("exec 4<<"));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
