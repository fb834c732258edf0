import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Trial } from "./trial.ts";

const program = fileURLToPath(new URL("with-descriptors.ts", import.meta.url));
/** Above the first gap that Node sees when it starts. */
const number = 40;

/** What this process was started with, such as a folder that a shell holds a lock on, is not the command's. */
export function descriptorTests({ sandbox, top }: Trial): void {
  test("descriptors that its caller was started with lead nowhere", async () => {
    const outside = join(top(), "outside");
    mkdirSync(join(outside, "held"), { recursive: true });
    writeFileSync(join(outside, "secret"), "outside-secret");
    const held = openSync(join(outside, "held"), "r");
    const line = `cat /proc/self/fd/${number}/../secret; echo x >/proc/self/fd/${number}/../written; echo looked`;
    const words = ["--conditions=@flow-state-dev/source", program, sandbox.name, line];
    const child = spawn(process.execPath, words, {
      stdio: [
        "ignore",
        "pipe",
        "inherit",
        ...Array.from({ length: number - 3 }, () => "ignore" as const),
        held,
      ],
    });
    closeSync(held);
    const [told] = await Promise.all([text(child.stdout!), once(child, "close")]);
    const { before, stdout } = JSON.parse(told);
    expect(before).toBe(join(outside, "held"));
    expect(stdout).toBe("looked\n");
    expect(existsSync(join(outside, "written"))).toBe(false);
  });
}
