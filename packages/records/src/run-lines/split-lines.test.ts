import { expect, test } from "vitest";
import { type RunText, splitLines } from "./split-lines.ts";

async function split(text: RunText): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text: line, number, hasBreak } of splitLines(text))
    lines.push(`${number}${hasBreak ? "" : "?"} ${line}`);
  return lines;
}

test.each<[string, RunText, string[]]>([
  ["nothing", "", []],
  ["one text", '{"a":1}\n{"b":2}\n', ['1 {"a":1}', '2 {"b":2}']],
  ["one text without its last break", '{"a":1}\n\n{"b":2}', ['1 {"a":1}', "2 ", '3? {"b":2}']],
  ["pieces", ['{"a"', ':1}\n{"b', '":2', "}\n"], ['1 {"a":1}', '2 {"b":2}']],
  [
    "a cut right before the break",
    ['{"a":1}', '\n{"b":2}', "\r", '\n{"c":', "{}", "}"],
    ['1? {"a":1}', '2? {"b":2}', '3? {"c":{}}'],
  ],
  ["lines with breaks", ['{"a":1}\n', '{"b":2}\n'], ['1 {"a":1}', '2 {"b":2}']],
  [
    "lines without breaks",
    ['{"a":1}', '{"b":2}', "{oops", "", '{"c":3}'],
    ['1? {"a":1}', '2? {"b":2}', "3? {oops", "4? ", '5? {"c":3}'],
  ],
  ["an empty line after the first", ['{"a":1}', "", '{"b":2}'], ['1? {"a":1}', '3? {"b":2}']],
  ["a mixture", ['{"a":1}\n', '{"b":2}', '{"c":3}\n'], ['1 {"a":1}', '2? {"b":2}', '3 {"c":3}']],
])("%s", async (_, text, lines) => {
  expect(await split(text)).toEqual(lines);
});

test("bytes are refused, as a character may be cut in two", async () => {
  await expect(split([Buffer.from("{}\n")] as unknown as string[])).rejects.toMatchObject({
    code: "invalid-record",
    message: expect.stringContaining("encoding"),
  });
});

test("a line without end is refused, before it fills the memory", async () => {
  let given = 0;
  const pieces = function* () {
    for (;;) {
      given += 1;
      yield "x".repeat(2 ** 22);
    }
  };
  await expect(split(pieces())).rejects.toMatchObject({
    code: "run-file-malformed",
    message: expect.stringContaining("Line 1 has more than 268435456 characters"),
  });
  expect(given).toBe(65);
});
