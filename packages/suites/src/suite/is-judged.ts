import { criterionOf } from "../expect/criterion-of.ts";
import type { SuiteCase } from "./suite.ts";

/** Has a case an expectation that a judge decides? */
export function isJudged({ expect }: Pick<SuiteCase, "expect">): boolean {
  return expect.some(({ expectation }) => criterionOf(expectation) !== null);
}
