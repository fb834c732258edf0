import { FlowError } from "@flow-state-dev/core";
import type { Finding } from "./judgement.ts";

/** Characters of a useless answer that are kept. */
const longestAnswer = 1000;

/** One try at a judgement that came to nothing. */
export interface FailedTry {
  problem: string;
  /** What the model wrote, as far as there was anything; kept up to 1,000 characters. */
  answer: string | null;
}

/** A judge answered, and its answer is no judgement, even after asking again and from the start. */
export class JudgeFailedError extends FlowError {
  override readonly name = "JudgeFailedError";
  readonly tries: readonly FailedTry[];

  constructor(facts: {
    judge: string;
    blockName: string;
    tries: readonly FailedTry[];
    /** Its answers in all tries: each asks again when the first is no use. */
    answers: number;
    cause: unknown;
  }) {
    const count = facts.answers === 1 ? "one answer" : `${facts.answers} answers`;
    const tries = facts.tries.map(({ problem, answer }) => ({ problem, answer: capped(answer) }));
    super(
      `${facts.judge} gave no usable judgement in ${count}, so the output stays unscored. The last time: ${tries.at(-1)?.problem ?? "nothing was said"} Take another judge model; in a program, a higher maxTokens of the judge helps where its answer was cut off.`,
      {
        code: "judge-failed",
        blockName: facts.blockName,
        cause: facts.cause,
        details: { judge: facts.judge, tries },
      },
    );
    this.tries = tries;
  }
}

/** Too few judges of a panel, or too few repeats, came to a judgement. */
export class JudgePanelError extends FlowError {
  override readonly name = "JudgePanelError";
  /** Why each of those that failed did. */
  readonly failures: readonly Error[];

  constructor(facts: {
    asked: number;
    failed: readonly { judge: string; error: Error }[];
    retryable: boolean;
  }) {
    const judges = [...new Set(facts.failed.map(({ judge }) => judge))];
    const problems = judges.map((judge) => {
      return `${judge}: ${facts.failed.find((failure) => failure.judge === judge)!.error.message}`;
    });
    super(
      `${facts.failed.length} of ${facts.asked} judgements failed, which leaves no majority, so the output stays unscored. ${problems.join(" | ")}`,
      {
        code: "judge-panel-failed",
        retryable: facts.retryable,
        cause: facts.failed[0]?.error,
        details: { asked: facts.asked, failed: facts.failed.length, judges },
      },
    );
    this.failures = facts.failed.map(({ error }) => error);
  }
}

/** Not one criterion could be judged: the output has no score, and that is not 0. */
export class NothingJudgedError extends FlowError {
  override readonly name = "NothingJudgedError";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const [first] = findings;
    super(
      `${noneOf(findings.length)} be judged, so the output stays unscored. Of ${findings.length === 1 ? "it" : "the first"} the judge says: ${asSentence(capped(first?.evidence ?? "nothing"))} Ask in the rubric for what can be seen in the output.`,
      { code: "nothing-judged", details: { criteria: findings.length } },
    );
    this.findings = findings;
  }
}

function noneOf(criteria: number): string {
  return criteria === 1 ? "The only criterion could not" : `None of the ${criteria} criteria could`;
}

/** With a full stop where it ends without one: another sentence follows. */
function asSentence(text: string): string {
  return /[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`;
}

function capped<T extends string | null>(text: T): T {
  return (text !== null && text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text) as T;
}
