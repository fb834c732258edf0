import { chooseSandbox } from "@flow-state-dev/suites";
import { expect, test, vi } from "vitest";
import { sandboxOfRun } from "./sandbox-of-run.ts";

const told = (sandbox: string) => ({ conditions: { sandbox } });

test("a worker without the sandbox that a run was given out with does not run its cases in a weaker one", async () => {
  vi.stubEnv("PATH", "/nowhere");
  for (const flags of [{}, { sandbox: "auto" } as const])
    await expect(sandboxOfRun(flags, told("bubblewrap"))).rejects.toMatchObject({
      ...{ code: "sandbox-unavailable", message: expect.stringContaining("bwrap is not installed") },
    });
  expect((await sandboxOfRun({}, told("host"))).sandbox.name).toBe("host");
});

test("one that was named is taken, and of others the strongest", async () => {
  expect((await sandboxOfRun({ sandbox: "host" }, told("bubblewrap"))).sandbox.name).toBe("host");
  const strongest = (await chooseSandbox("auto")).sandbox.name;
  expect((await sandboxOfRun({}, told("host"))).sandbox.name).toBe(strongest);
});
