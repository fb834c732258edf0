import { expect, test } from "vitest";
import { openBench } from "./support.ts";

const flood = (bytes: number) => `head -c ${bytes} /dev/zero | tr '\\0' a`;
const words = ["output contains 'WORD'", "not output contains 'WORD'", "output matches /^WORD$/m"];

test("expectations about the output look at all of it, though only its end is kept", async () => {
  await using bench = await openBench();
  const { expectations } = await bench.run({ expect: words }, `command:echo WORD; ${flood(400_000)}`);
  expect(expectations.map(({ pass }) => pass)).toEqual([true, false, true]);
});

test("what nobody looked at fails an expectation and its opposite, and the evidence says so", async () => {
  await using bench = await openBench();
  const late = ["output contains 'LATE'", "not output contains 'LATE'", "not output matches /WORD/"];
  const agent = `command:echo WORD; ${flood(17 * 2 ** 20)}; echo LATE`;
  const { expectations } = await bench.run({ expect: [...words, ...late], timeout: 60 }, agent);
  expect(expectations.map(({ pass }) => pass)).toEqual([false, false, false, true, false, false]);
  expect(expectations[1]!.evidence).toMatch(
    /the final answer is too long: [\d,]+ bytes at its beginning were not kept/,
  );
});
