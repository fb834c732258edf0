import { describe, expect, test } from "vitest";
import { findCgroups } from "../../src/sandbox/cgroups.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { limitConformance, sandboxConformance } from "./conformance.ts";
import { runWherePossible } from "./run-where-possible.ts";
import { openTrial } from "./trial.ts";

await runWherePossible("unshare", unshare({ cgroups: await findCgroups() }), sandboxConformance, {
  needed: true,
});
await runWherePossible("unshare without control groups", unshare({ cgroups: null }), limitConformance, {
  needed: true,
});

function deviceTests(name: string, sandbox: Sandbox): void {
  describe(name, () => {
    const trial = openTrial(sandbox);
    test("devices can be used and not be changed, though the host's root may be their owner inside", async () => {
      // Their mode is the host's too: it is not tried whether it can be changed, but looked at how they are mounted.
      const exit = await trial.run(
        "cat /proc/self/mountinfo; echo x >/dev/null && head -c 1 /dev/zero | wc -c",
      );
      const lines = exit.stdout.text.trim().split("\n");
      expect(lines.pop()).toBe("1");
      const devices = lines
        .map((line) => line.split(" "))
        .filter(([, , , , at = ""]) => /^\/(dev\/(null|zero|full|u?random|tty)|proc\/key.*)$/.test(at));
      expect(devices.length).toBeGreaterThan(0);
      for (const [, , , , at, options] of devices) expect(`${at} ${options}`).toMatch(/ ro(,|$)/);
    });
  });
}

await runWherePossible("unshare and devices", unshare({ cgroups: null }), deviceTests, { needed: true });
