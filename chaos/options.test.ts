import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("words become options", () => {
  const whole = { forMs: 3600_000, seed: 123, rounds: Number.POSITIVE_INFINITY, kind: null, keep: false };
  expect(parseOptions(["--for", "1h", "--seed", "123"], 7)).toEqual(whole);
  expect(parseOptions([], 7)).toMatchObject({ forMs: 300_000, seed: 7 });
  const one = { forMs: Number.POSITIVE_INFINITY, seed: 5, rounds: 1 };
  expect(parseOptions(["--round", "5", "--keep"], 7)).toMatchObject({ ...one, keep: true });
  expect(parseOptions(["--rounds", "3", "--kind", "bench"], 7)).toMatchObject({ rounds: 3, kind: "bench" });
});

test.each([[["--for", "1 day"]], [["--seed", "-1"]], [["--kind", "all"]], [["--fro", "1h"]], [["x"]]])(
  "%j makes no sense, and a sentence says so",
  (words) => {
    expect(parseOptions(words, 7)).toEqual(expect.any(String));
  },
);
