import { expect, test } from "vitest";
import { A, oracles, six } from "../../test/oracles.ts";
import { bernoulliStandardError, standardError, unpairedStandardError } from "./standard-error.ts";

test("oracle: subject A of D6", () => {
  expect(six(standardError(A.flat()))).toBe(oracles["miller.seCLT_A"]);
  expect(six(bernoulliStandardError({ passed: 10, runs: 18 }))).toBe(oracles["miller.seBernoulli_A"]);
});

test("oracle: two clustered errors added as if unpaired", () => {
  expect(
    six(unpairedStandardError(oracles["clusterSE_A.inspect C/(C-1)"], oracles["clusterSE_B.inspect"]), 5),
  ).toBe(six(oracles.clusterSE_diff_unpaired, 5));
});

test("too few values have none", () => {
  expect([standardError([]), standardError([1]), bernoulliStandardError({ passed: 0, runs: 0 })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(bernoulliStandardError({ passed: 4, runs: 4 })).toBe(0);
});
