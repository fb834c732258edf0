import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { openBench } from "./support.ts";

test("programs that an agent left in great numbers are put back without holding up anybody else", async () => {
  await using bench = await openBench();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const fill = "mkdir -p node_modules/.bin && cd node_modules/.bin && seq -f p%.0f 6000 | xargs touch";
  const it = { expect: ["no-file:node_modules/.bin/p1"], timeout: 60 };
  const { pass, runs } = await bench.run(it, `command:${fill}`);
  delay.disable();
  expect(pass).toBe(true);
  expect(runs[0]!.putBack.at(-1)).toBe("and 5900 more");
  // Nanoseconds. Each path held against each of the others took minutes.
  expect(delay.max / 1e9).toBeLessThan(5);
});
