import { expect, test } from "vitest";
import { brokenOff } from "./broken-off.ts";

const worst = { worstCaseUsd: 1, strict: false, heard: false };

test("a strict account carries what broke off at its worst case, however much of it had come", () => {
  for (const heard of [true, false])
    expect(brokenOff({ costUsd: 0.25 }, { ...worst, strict: true, heard })).toEqual({
      costUsd: 1,
      carried: true,
    });
});

test("any other has what is known, and the most it can be where nothing had come", () => {
  expect(brokenOff({ costUsd: 0.25 }, worst)).toEqual({ costUsd: 0.25, mostUsd: 1 });
  expect(brokenOff({ costUsd: 0.25 }, { ...worst, heard: true })).toEqual({ costUsd: 0.25 });
});

test("nothing is added where no price is known, or where it cannot have cost more", () => {
  for (const strict of [true, false]) {
    expect(brokenOff({ costUsd: null }, { ...worst, strict })).toEqual({ costUsd: null });
    expect(brokenOff({ costUsd: 0 }, { ...worst, strict, worstCaseUsd: null })).toEqual({ costUsd: 0 });
    expect(brokenOff({ costUsd: 1.5 }, { ...worst, strict })).toEqual({ costUsd: 1.5 });
  }
});
