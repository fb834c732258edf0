import { expect, test } from "vitest";
import type { JsonFacts } from "./json-facts.ts";
import { readJsonLines } from "./read-json-lines.ts";

function read(text: string) {
  const objects: JsonFacts[] = [];
  const others: string[] = [];
  const lines = readJsonLines({
    object: (line) => objects.push(line),
    other: (line) => others.push(line),
    tooLong() {},
  });
  lines.add(Buffer.from(text));
  lines.end();
  return { objects, others };
}

test("orders to a terminal around an object do not hide it", () => {
  const object = { type: "result", text: "kept \u001b[31mred\u001b[0m" };
  const json = JSON.stringify(object);
  expect(read(`\u001b[?25l\u001b]0;title\u0007${json}\n`)).toEqual({ objects: [object], others: [] });
  expect(read(`\u001b[2K\r${json}\u001b[0m\r\n\u001b[?25h`)).toEqual({
    ...{ objects: [object], others: ["\u001b[?25h"] },
  });
  expect(read(`${json}\u001b[0m\u001b[?25h\n`)).toEqual({ objects: [object], others: [] });
  expect(read(`⠋ 10%\r⠙ 20%\r${json}\r\n`)).toEqual({ objects: [object], others: [] });
});

test("a byte order mark and both line ends", () => {
  expect(read('\ufeff{"a":1}\r\n\ufeff{"a":2}\n')).toEqual({ objects: [{ a: 1 }, { a: 2 }], others: [] });
});

test("other lines are given as they came", () => {
  expect(read('\u001b[1mUpdate {now}\u001b[0m\n[{"a":1}]\n')).toEqual({
    ...{ objects: [], others: ["\u001b[1mUpdate {now}\u001b[0m", '[{"a":1}]'] },
  });
});
