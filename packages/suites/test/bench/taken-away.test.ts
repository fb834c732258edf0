import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { openBench } from "./support.ts";

// Without a sandbox nothing holds the folder itself. That it is gone is the agent's work, not the machine's failure.
test.each([
  ["removes its workspace", 'rm -rf "$PWD"'],
  ["moves it elsewhere", 'mv "$PWD" "$PWD.gone"'],
  [
    "puts a link in its place",
    'at="$PWD"; rm -rf "$at"; mkdir "$at.other"; touch "$at.other/new"; ln -s "$at.other" "$at"',
  ],
  ["puts a file in its place", 'at="$PWD"; rm -rf "$at"; echo new > "$at"'],
])("an agent that %s has left nothing there, and is graded on that", async (_, line) => {
  await using bench = await openBench();
  const { outcome, expectations, patch } = await bench.run(
    { expect: ["no-file:a.txt", "no-file:new", "test:ls -A", "file:done.txt exists"] },
    `command:${line}`,
    { sandbox: await chooseSandbox("host") },
  );
  expect(outcome).toBe("failed");
  expect(expectations.map(({ pass }) => pass)).toEqual([true, true, true, false]);
  expect(patch).toContain("deleted file mode 100644\n");
});

test("a command that removes the workspace leaves an empty one for those after it", async () => {
  await using bench = await openBench();
  const { outcome, expectations } = await bench.run(
    { expect: ['test:rm -rf "$PWD"', "no-file:a.txt", "test:touch b.txt", "file:b.txt exists"] },
    "noop",
    { sandbox: await chooseSandbox("host") },
  );
  expect({ outcome, expectations }).toMatchObject({ outcome: "passed" });
});
