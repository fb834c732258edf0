import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { positionBias, type SwappedPair } from "./position-bias.ts";

test("oracle: six pairs in both orders", () => {
  const { consistency, winRateA, firstPositionRate } = positionBias(
    oracles["swap verdicts"] as unknown as SwappedPair[],
  )!;
  expect(six([consistency, winRateA, firstPositionRate])).toEqual(
    oracles["swap consistency, winRate_A (swap-averaged), firstPositionRate"],
  );
});

test("a judge that always takes the first is half right and wholly biased", () => {
  expect(
    positionBias([
      ["A", "B"],
      ["A", "B"],
    ]),
  ).toEqual({
    pairs: 2,
    consistency: 0,
    winRateA: 0.5,
    firstPositionRate: 1,
  });
});

test("ties count half, and without pairs nothing is known", () => {
  expect(positionBias([["tie", "tie"]])).toEqual({
    pairs: 1,
    consistency: 1,
    winRateA: 0.5,
    firstPositionRate: 0.5,
  });
  expect(positionBias([])).toBeNull();
});
