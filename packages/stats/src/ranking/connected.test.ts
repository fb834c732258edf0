import { expect, test } from "vitest";
import { isOnePiece, isOneRing } from "./connected.ts";

test.each([
  [
    "a ring",
    [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ],
    true,
    true,
  ],
  [
    "a ladder",
    [
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ],
    true,
    false,
  ],
  [
    "a ladder seen from below",
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    true,
    false,
  ],
  [
    "one apart",
    [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
    ],
    false,
    false,
  ],
])("%s", (_, wins, piece, ring) => {
  expect([isOnePiece(wins), isOneRing(wins)]).toEqual([piece, ring]);
});
