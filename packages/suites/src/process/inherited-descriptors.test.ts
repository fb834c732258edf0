import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";

const source = new URL("inherited-descriptors.ts", import.meta.url).href;
const count = 20;

/** What a fresh process tells of the descriptors that it was started with, among others that it opened itself. */
function told(line: string, above: readonly number[]): unknown {
  const program = `import { closeSync, openSync } from "node:fs"; import { inheritedDescriptors } from "${source}"; ${line}`;
  const output = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", program], {
    stdio: ["ignore", "pipe", "inherit", ...Array.from({ length: count }, () => "ignore" as const), ...above],
  });
  return JSON.parse(String(output));
}

test("those that it was started with above the first gap, and none of its own", () => {
  const held = openSync(tmpdir(), "r");
  try {
    const line =
      'const own = openSync("/", "r"); const all = () => inheritedDescriptors().filter((each) => each < 40);' +
      "const first = all(); closeSync(23); const less = all(); const again = openSync('/', 'r');" +
      "console.log(JSON.stringify({ own: first.includes(own), first, less, last: all(), again }));";
    const { again, ...rest } = told(line, [held, held]) as { again: number };
    expect(rest).toEqual({ own: false, first: [23, 24], less: [24], last: [24] });
    expect(again).toBeGreaterThan(2);
  } finally {
    closeSync(held);
  }
});
