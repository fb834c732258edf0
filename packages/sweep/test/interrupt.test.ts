import { expect, test } from "vitest";
import { startChild } from "./support/child.ts";

test("Ctrl-C lets the running cells end, again cuts them off, and the process ends by itself", async () => {
  await using child = startChild("interrupt/program.ts");
  expect(await child.line(), child.errors()).toBe("running");
  child.process.kill("SIGINT");
  expect(await child.line()).toBe("Letting 4 running cells end (up to 20 s). Ctrl-C again to cut them off.");
  const goOn = "1 of 10 done, $0.00. Run the same program again to go on.";
  expect(await child.line()).toBe(goOn);
  child.process.kill("SIGINT");
  expect(await child.line()).toBe("Cutting 4 running cells off; what they spent is in the books.");
  expect(await child.line()).toBe(goOn);
  expect(await child.line()).toBe("interrupted true 4");
  expect(await child.ended, child.errors()).toBe(0);
});
