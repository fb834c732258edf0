import { expect, test } from "vitest";
import { costWarnings } from "./cost-warnings.ts";

const plain = { subject: "solo", costPerTaskUsd: 1 };

test("where what is compared is what was paid there is nothing to say", () => {
  expect(costWarnings([plain, { ...plain, uncountedCostUsd: 0, cachedCalls: 0 }])).toEqual([]);
});

test("what went to attempts that do not count is told in sum and by subject", () => {
  const two = { ...plain, subject: "two\nlines", uncountedCostUsd: 0.5 };
  const [warning, ...more] = costWarnings([{ ...plain, uncountedCostUsd: 1 }, plain, two]);
  expect(warning).toMatch(
    /^\$1\.50 went to attempts that do not count \(solo \$1\.00, two lines \$0\.50\): /,
  );
  expect(more).toEqual([]);
});

test.each([
  [1, 2, /^1 answer of solo .* have what making it costs, \$0\.25 at the prices of this run/],
  [3, 2, /^3 answers of solo .* have what making them costs, \$0\.25 at the prices of this run/],
  [3, null, /^3 answers of solo .* Not all is known of what making them costs, so there is no \$\/task/],
])("%i answers from a cache at %s a task", (cachedCalls, costPerTaskUsd, told) => {
  const warnings = costWarnings([{ ...plain, cachedCalls, cachedCostUsd: 0.25, costPerTaskUsd }]);
  expect(warnings).toEqual([expect.stringMatching(told)]);
});
