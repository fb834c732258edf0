import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { findCgroups } from "./cgroups.ts";

test("a group that can be made holds a command and goes away; where none can, that is told by null", async () => {
  const cgroups = await findCgroups();
  if (!cgroups) return expect(cgroups).toBeNull();
  const group = (await cgroups.create({ memoryBytes: 2 ** 26, processes: 8 }))!;
  const [program, ...args] = group.join;
  expect(execFileSync(program!, [...args, "cat", "/proc/self/cgroup"], { encoding: "utf8" })).toContain(
    `x-${process.pid}-`,
  );
  expect(await group.ranOutOfMemory()).toBe(false);
  const folder = dirname(group.join.find((each) => each.endsWith("cgroup.procs"))!);
  expect(existsSync(folder)).toBe(true);
  await group.remove();
  await group.remove();
  expect(existsSync(folder)).toBe(false);
});
