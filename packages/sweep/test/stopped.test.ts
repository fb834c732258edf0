import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startChild } from "./support/child.ts";

test("a process that is stopped for longer than its cells may work gives none of them a timeout", async () => {
  await using child = startChild("stopped/sweeper.ts");
  expect(await child.line(), child.errors()).toBe("running");
  child.process.kill("SIGSTOP");
  await sleep(3000);
  child.process.kill("SIGCONT");
  expect(await child.line(), child.errors()).toBe("20 passed, 0 timed out");
  expect(await child.ended, child.errors()).toBe(0);
});
