import { fstatSync, readlinkSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
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
