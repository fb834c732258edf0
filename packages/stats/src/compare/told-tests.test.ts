import { expect, test } from "vitest";
import { pairedT } from "./paired-t.ts";
import { signFlip } from "./sign-flip.ts";
import { toldTests } from "./told-tests.ts";

const told = (differences: readonly number[], comparisons = 1) =>
  toldTests({
    ...{ tasks: differences.length, test: pairedT(differences), flip: signFlip(differences) },
    ...{ pAdjusted: 0.04, flipAdjusted: 0.06, comparisons },
  });

test("both, each with its own adjusted p", () => {
  const { paired, permutation } = told([0.1, 0.2, 0.4], 2);
  expect(paired).toMatchObject({ degreesOfFreedom: 2, pAdjusted: 0.04, adjustment: "holm" });
  expect(permutation).toEqual({ p: 0.25, pAdjusted: 0.06, exact: true });
  expect(told([0.1, 0.2, 0.4]).paired?.adjustment).toBe("none");
});

test("without variance the sign-flip decides, and has the p that does", () => {
  expect(told([0.1, 0.1, 0.1])).toMatchObject({ paired: null, permutation: { pAdjusted: 0.04 } });
});

test("without tasks there is nothing to tell", () => {
  expect(told([])).toEqual({ paired: null, permutation: null });
});
