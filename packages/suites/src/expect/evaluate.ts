import { type ErrorRecord, formatUsd, toErrorRecord } from "@flow-state-dev/core";
import { readMarkedEnd } from "../text/kept-end.ts";
import { printable } from "../text/printable.ts";
import { checkChanged, checkOnly } from "./change-checks.ts";
import { type Evidence, type Finding, found } from "./evidence.ts";
import type { Expectation, PlainExpectation } from "./expectation.ts";
import { checkFile } from "./file-checks.ts";
import type { GradingContext } from "./grading-context.ts";
import { JudgeFailedError, NoJudgeError } from "./judge-errors.ts";
import { checkTest } from "./test-check.ts";
import { checkContains, checkMatches } from "./text-checks.ts";

/**
 * How an expectation came out. `unscored`: the judge failed; `infrastructure`: it could not be evaluated. Neither
 * says anything about the agent.
 */
export type ExpectationResult =
  | { kind: "graded"; pass: boolean; evidence: Evidence }
  | { kind: "unscored"; error: ErrorRecord }
  | { kind: "infrastructure"; error: ErrorRecord };

/** Holds one expectation against what the agent left. Never rejects. */
export async function evaluate(
  expectation: Expectation,
  context: GradingContext,
): Promise<ExpectationResult> {
  return resultOf(expectation, () =>
    find(expectation.kind === "not" ? expectation.of : expectation, context),
  );
}

/** Asks a judge for an expectation that is one for a judge. Never rejects. */
export async function evaluateJudged(
  expectation: Expectation,
  criterion: string,
  judge: GradingContext["judge"],
): Promise<ExpectationResult> {
  return resultOf(expectation, () => checkJudged(criterion, judge));
}

async function resultOf({ kind }: Expectation, finding: () => Promise<Finding>): Promise<ExpectationResult> {
  try {
    const { holds, evidence } = await finding();
    return { kind: "graded", pass: holds !== null && holds !== (kind === "not"), evidence };
  } catch (error) {
    const unscored = error instanceof JudgeFailedError || error instanceof NoJudgeError;
    return { kind: unscored ? "unscored" : "infrastructure", error: toErrorRecord(error) };
  }
}

/** Holds all of them against what the agent left, one after the other, in their order; a failure stops nothing. */
export async function evaluateAll(
  expectations: readonly Expectation[],
  context: GradingContext,
): Promise<ExpectationResult[]> {
  const results: ExpectationResult[] = [];
  for (const expectation of expectations) results.push(await evaluate(expectation, context));
  return results;
}

async function find(expectation: PlainExpectation, context: GradingContext): Promise<Finding> {
  switch (expectation.kind) {
    case "test":
      return checkTest(await context.exec(expectation.command));
    case "diff":
      return await checkChanged(context.workspace, expectation.path);
    case "diff-only":
      return await checkOnly(context.workspace, expectation.glob);
    case "output-contains":
    case "output-matches":
      return await checkOutput(expectation, context.output);
    case "cost":
      return checkLimit("cost", context.costUsd, expectation.atMost, formatUsd);
    case "turns":
      return checkLimit("number of turns", context.turns, expectation.atMost, String);
    case "judge":
      return await checkJudged(expectation.criterion, context.judge);
    default:
      return await checkFile(expectation, context.workspace);
  }
}

async function checkOutput(
  expectation: Extract<PlainExpectation, { kind: "output-contains" | "output-matches" }>,
  output: string | null,
): Promise<Finding> {
  if (output === null) return found(false, "the agent gave no final answer");
  const cut = readMarkedEnd(output);
  const answer = { name: "the final answer", text: cut?.end ?? output };
  if (expectation.kind === "output-contains") {
    const finding = checkContains(answer, expectation.text);
    if (!cut || finding.holds) return finding;
  } else if (!cut) return await checkMatches(answer, expectation);
  return found(null, `the final answer is too long: ${cut.dropped} bytes at its beginning were not kept`);
}

function checkLimit(
  what: string,
  value: number | null,
  atMost: number,
  show: (value: number) => string,
): Finding {
  if (value === null) return found(null, `the ${what} is not known`);
  return found(value <= atMost, `the ${what} is ${show(value)}, the limit ${show(atMost)}`);
}

async function checkJudged(criterion: string, judge: GradingContext["judge"]): Promise<Finding> {
  if (judge === null) throw new NoJudgeError();
  const result = await judge(criterion);
  const isUnclear = !result.ok && toErrorRecord(result.error).code === "nothing-judged";
  // To leave more than can be shown is the agent's doing: what then cannot be told speaks for nobody.
  if (isUnclear && result.leftOut !== undefined)
    return found(null, `the judge cannot tell: ${result.leftOut}`);
  if (!result.ok) throw new JudgeFailedError(result.error);
  const finding = result.findings[0];
  if (finding === undefined || finding.verdict === "cannot-judge") throw new JudgeFailedError(null);
  return found(finding.verdict === "met", `the judge: ${printable(finding.evidence, 1_000)}`);
}
