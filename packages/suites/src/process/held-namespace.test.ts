import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { holdNamespace } from "./held-namespace.ts";
import { pidNamespaceOf } from "./process-table.ts";

const own = pidNamespaceOf("self")!;

test("a namespace is held by a child that is in it, and only by such a child", async () => {
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const child = Number(String(await new Promise((resolve) => parent.stdout.once("data", resolve))));
    const held = holdNamespace(own, parent.pid!)!;
    expect(held.first).toBe(child);
    expect(held.alive()).toEqual(expect.arrayContaining([process.pid, parent.pid, child]));
    held.close();
    expect(holdNamespace("pid:[0]", parent.pid!)).toBeNull();
    // Others may be in one of that name, but none of them is a child of this one.
    expect(holdNamespace(own, child)).toBeNull();
    expect(holdNamespace(own, 2 ** 30)).toBeNull();
    process.kill(child, "SIGKILL");
  } finally {
    parent.kill("SIGKILL");
  }
});
