import fc from "fast-check";
import { expect, test } from "vitest";
import { score } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { type Ppi, type PpiInput, ppi } from "./ppi.ts";

const strong: PpiInput = { human: oracles["ppi Y"], judge: oracles["ppi F"], unlabelled: oracles["ppi U"] };
const [human, judge, unlabelled] = oracles["ppi2 Y,F,U"] as [number[], number[], number[]];
const weak: PpiInput = { human, judge, unlabelled };

const numbers = (result: Ppi) => {
  const { estimate, standardError, interval } = estimated(result);
  return six([estimate, standardError, ...interval]);
};

test("oracle: a strong judge is trusted fully", () => {
  expect(numbers(ppi(strong))).toEqual(oracles["ppi++ (est,SE,ci)"]);
  expect(estimated(ppi(strong)).lambda).toBe(oracles["ppi lambda*"]);
  expect(numbers(ppi(strong, { lambda: 1 }))).toEqual(oracles["ppi lambda=1 (est,SE,ci)"]);
  expect(numbers(ppi(strong, { lambda: 0 })).slice(0, 2)).toEqual(oracles["classical mean(Y),SE pop"]);
});

test("oracle: a weak judge is hardly trusted", () => {
  expect(six(estimated(ppi(weak)).lambda)).toBe(oracles["ppi2 cov,var,lambda"][2]);
  expect([ppi(weak), ppi(weak, { lambda: 1 }), ppi(weak, { lambda: 0 })].map(numbers)).toEqual(
    oracles["ppi2 lambda*, 1, 0 (est,SE,ci)"],
  );
});

test("too few labels, and scores that never differ", () => {
  expect(ppi({ human: [1], judge: [1], unlabelled: [1] })).toEqual({
    state: "too-few-labels",
    labels: 1,
    unlabelled: 1,
  });
  expect(ppi({ human: [1, 0], judge: [1, 0], unlabelled: [] })).toMatchObject({ state: "too-few-labels" });
  expect(ppi({ human: [1, 1], judge: [1, 1], unlabelled: [1] })).toEqual({
    state: "zero-variance",
    estimate: 1,
    lambda: 0,
  });
});

test("a judge that gives one score to all is not trusted", () => {
  const result = estimated(ppi({ human: [1, 0, 1], judge: [1, 1, 1], unlabelled: [1, 1] }));
  expect(result).toMatchObject({ lambda: 0, estimate: 2 / 3 });
});

test("trust stays in 0 to 1 and the estimate inside its interval", () => {
  const labelled = fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(labelled, fc.array(score, { minLength: 1, maxLength: 60 }), (pairs, rest) => {
      const result = ppi({ human: pairs.map(([y]) => y), judge: pairs.map(([, f]) => f), unlabelled: rest });
      fc.pre(result.state === "estimated");
      expect(result.lambda >= 0 && result.lambda <= 1).toBe(true);
      expect(result.interval[0] <= result.estimate && result.estimate <= result.interval[1]).toBe(true);
    }),
  );
});

test("a biased judge does not bias it: it holds the truth as often as it says, and is narrower than labels alone", () => {
  const normal = normals(44);
  let narrower = 0;
  const held = share(1000, () => {
    const item = () => {
      const truth = normal();
      return [truth, truth + 0.7 + 0.5 * normal()] as const;
    };
    const labelled = times(80, item);
    const input = {
      human: labelled.map(([y]) => y),
      judge: labelled.map(([, f]) => f),
      unlabelled: times(400, () => item()[1]),
    };
    const result = estimated(ppi(input));
    if (result.standardError < estimated(ppi(input, { lambda: 0 })).standardError) narrower++;
    return result.interval[0] <= 0 && 0 <= result.interval[1];
  });
  expect(Math.abs(held - 0.95)).toBeLessThan(slack(1000, 0.95));
  expect(narrower).toBe(1000);
});

test("with few labels Student's t holds the truth, where the normal law does not", () => {
  const normal = normals(12);
  const draw = () => {
    const human = 0.6 + 0.2 * normal();
    return { human, judge: human + 0.1 + 0.1 * normal() };
  };
  const held = (law: "normal" | "student") =>
    share(1000, () => {
      const labelled = times(5, draw);
      const found = ppi(
        {
          human: labelled.map(({ human }) => human),
          judge: labelled.map(({ judge }) => judge),
          unlabelled: times(50, () => draw().judge),
        },
        { law },
      );
      return found.state === "estimated" && found.interval[0] <= 0.6 && 0.6 <= found.interval[1];
    });
  expect(held("normal")).toBeLessThan(0.86);
  expect(held("student")).toBeGreaterThan(0.91);
});
