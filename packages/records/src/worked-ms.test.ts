import { expect, test } from "vitest";
import { workedMs } from "./worked-ms.ts";

const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString();
const session = ([from, to]: readonly [number, number]) => ({ startedAt: at(from), endedAt: at(to) });

test.each<[string, [number, number][], number]>([
  ["nobody", [], 0],
  ["one", [[0, 10]], 10],
  [
    "one after the other, whatever lies between",
    [
      [0, 10],
      [86_400, 86_405],
    ],
    15,
  ],
  [
    "at the same time",
    [
      [0, 10],
      [5, 12],
    ],
    12,
  ],
  [
    "one within another",
    [
      [0, 10],
      [2, 3],
      [4, 5],
    ],
    10,
  ],
  [
    "in any order",
    [
      [20, 25],
      [0, 10],
    ],
    15,
  ],
  [
    "one whose clock was set back",
    [
      [10, 5],
      [6, 12],
    ],
    6,
  ],
])("%s", (_, spans, seconds) => {
  expect(workedMs(spans.map(session))).toBe(seconds * 1000);
});
