import { BudgetExceededError, type ErrorRecord, toErrorRecord } from "@flow-state-dev/core";
import { type CountedWork, type JsonObject, noWork, type Outcome } from "@flow-state-dev/records";
import type { AttemptEnding, CellAttempt } from "../attempt/cell-attempt.ts";
import type { CellResult, TakenOver } from "../attempt/cell-context.ts";
import { type Classification, type Classify, classify, classifyCall, recordOf } from "./classify.ts";
import { runSpentReason } from "./cut-by-budget.ts";
import { givenOutcome } from "./given-outcome.ts";
import { StarvedError } from "./starved-error.ts";
import { storableResult } from "./storable-result.ts";

/** What an attempt came to. */
export interface Verdict {
  outcome: Outcome;
  evidence: JsonObject;
  artifacts: NonNullable<CellResult["artifacts"]>;
  /** Work of an earlier attempt that is part of it. */
  takenOver: TakenOver;
  /** Undefined when no further attempt has a chance; else how long to wait at least. */
  retryAfterMs: number | undefined;
  throttled: boolean;
  /** It failed only because more was asked of a provider than it gives; that says nothing about the cell. */
  rateLimited: boolean;
  /** Code of what is wrong with the setup, when the cell failed for that. */
  setupProblem: string | undefined;
  /** The provider that refused its key, when the cell failed for that. */
  keyRefuser: string | undefined;
  /** What of it could not be kept as it was, such as `evidence that is no object`. */
  problems: ReadonlySet<string>;
}

const noProblems: ReadonlySet<string> = new Set();
const nothingTakenOver: TakenOver = { workingMs: 0, suspect: false };
const nothingMore = {
  retryAfterMs: undefined,
  throttled: false,
  rateLimited: false,
  setupProblem: undefined,
  keyRefuser: undefined,
};

/**
 * What an attempt came to. The sweep's own reasons come first: a cell that was told to stop is `cancelled` or
 * `timed-out` (or `infrastructure`, when the process stood still for as long), and one that the run's budget cut off,
 * or for whose call the store failed, is `cancelled`, whatever its code made of that; what it left behind is kept, and
 * what it had come to (`keep`). Then what it returned, `over-budget` in place of a score when it passed its own limit;
 * then what it threw, or says it was broken by.
 *
 * A result that is none (no outcome, or one of a wrong shape) is a fault of whoever runs the cells, not of the
 * subject: it is `infrastructure`, or `unscored` when the score alone is wrong, and no score either way.
 */
export function verdictOf(attempt: CellAttempt, ending: AttemptEnding, classifyIt: Classify): Verdict {
  try {
    return reach(attempt, ending, classifyIt);
  } catch {
    // A result that throws when it is looked at is the trouble of its cell, not of the sweep.
    const outcome = invalid("infrastructure", "What the cell returned or threw cannot be read.");
    const left = { evidence: {}, artifacts: [], takenOver: nothingTakenOver, problems: noProblems };
    return { outcome, ...left, ...nothingMore };
  }
}

function reach(attempt: CellAttempt, ending: AttemptEnding, classifyIt: Classify): Verdict {
  const left = leftBehind(ending);
  const { cause } = attempt;
  const cut = (outcome: Outcome): Verdict => ({
    ...{ ...left, ...nothingMore, outcome },
    ...(attempt.kept && { evidence: { ...left.evidence, progress: attempt.kept } }),
  });
  if (cause?.type === "cancelled") return cut({ kind: "cancelled", reason: cause.reason });
  if (cause?.type === "timeout") {
    const starved = starvedOut(attempt, cause.afterMs);
    return starved
      ? { ...cut(starved), retryAfterMs: 0 }
      : cut({ kind: "timed-out", afterMs: cause.afterMs });
  }
  if (attempt.cutByRun) return cut({ kind: "cancelled", reason: runSpentReason(attempt) });
  if (attempt.storeTrouble) {
    const { message } = recordOf(attempt.storeTrouble.error);
    const reason = `the store failed at a call of it: ${message.replace(/\.$/, "")}`;
    return { ...cut({ kind: "cancelled", reason }), retryAfterMs: 0 };
  }
  if (ending.type === "returned") {
    const { brokenBy } = Object(ending.result) as Partial<CellResult>;
    if (brokenBy !== undefined) {
      const broken = fromError(brokenBy, attempt, classifyIt, left);
      const given = givenOutcome(ending.result.outcome);
      return typeof given !== "string" && given.kind === "unscored" ? { ...broken, outcome: given } : broken;
    }
    const verdict = { ...left, ...nothingMore, ...fromResult(ending.result) };
    const { kind } = verdict.outcome;
    const over = kind === "passed" || kind === "failed" ? overBudget(attempt) : undefined;
    if (over) return { ...verdict, outcome: over };
    return { ...verdict, rateLimited: kind === "infrastructure" && attempt.rateLimited };
  }
  return fromError(ending.type === "threw" ? ending.error : undefined, attempt, classifyIt, left);
}

/** One call may take a cell far over its limit, and the cell then end without another: it is over it all the same. */
function overBudget({ name, overLimit }: CellAttempt): Outcome | undefined {
  if (!overLimit) return undefined;
  const error = new BudgetExceededError({ account: name, ...overLimit });
  return { kind: "over-budget", error: recordOf(error) };
}

function starvedOut({ starvedMs }: CellAttempt, afterMs: number): Outcome | undefined {
  if (starvedMs < afterMs) return undefined;
  return { kind: "infrastructure", error: recordOf(new StarvedError(starvedMs, afterMs)) };
}

type LeftBehind = Pick<Verdict, "evidence" | "artifacts" | "takenOver" | "problems">;

/** What is clearly no evidence and no list of artifacts is replaced; what is inside is looked at when it is stored. */
function leftBehind(ending: AttemptEnding): LeftBehind {
  if (ending.type !== "returned") {
    return {
      ...{ evidence: evidenceOf(ending), artifacts: [] },
      ...{ takenOver: nothingTakenOver, problems: noProblems },
    };
  }
  const { evidence = {}, artifacts = [], takenOver: taken } = Object(ending.result) as Partial<CellResult>;
  const takenOver = taken ? readTakenOver(taken) : nothingTakenOver;
  if (isObject(evidence) && Array.isArray(artifacts))
    return { evidence, artifacts, takenOver, problems: noProblems };
  return { ...storableResult(evidence, artifacts), takenOver };
}

/** Thirty years: what claims to have taken longer is no time. */
const longestMs = 1e12;

function readTakenOver({ workingMs, suspect, work }: TakenOver): TakenOver {
  return {
    workingMs: workingMs >= 0 && workingMs <= longestMs ? workingMs : 0,
    suspect: suspect === true,
    ...(work && { work: readWork(work) }),
  };
}

/** Work that is none, by whoever tells of it, is work whose cost nobody knows. */
function readWork(work: CountedWork): CountedWork {
  const { costUsd, cachedUsd, unknownCalls, cachedCalls, usage } = work;
  const amounts = [costUsd, cachedUsd, costUsd - cachedUsd];
  const counts = [
    unknownCalls,
    cachedCalls,
    ...Object.keys(noWork().usage).map((kind) => Object(usage)[kind]),
  ];
  const isSound =
    amounts.every((usd) => usd >= 0 && usd <= 1e6) &&
    counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  return isSound ? work : { ...noWork(), unknownCalls: 1 };
}

function fromResult(result: CellResult): Pick<Verdict, "outcome" | "retryAfterMs"> {
  const { outcome: given, retry } = Object(result) as CellResult;
  const outcome = givenOutcome(given);
  if (typeof outcome === "string") {
    const kind = isScore(given) ? "unscored" : "infrastructure";
    return { outcome: invalid(kind, outcome), retryAfterMs: undefined };
  }
  if (outcome.kind !== "infrastructure" || retry === false) return { outcome, retryAfterMs: undefined };
  return { outcome, retryAfterMs: waitOf(typeof retry === "object" ? retry?.afterMs : undefined) };
}

/**
 * What a classification says about an error. One that breaks or gives no valid outcome must not take the sweep with it:
 * the error is then classified as if there were no other way, and the evidence says why.
 */
function fromError(
  error: unknown,
  { lastFailure }: CellAttempt,
  classifyIt: Classify,
  left: LeftBehind,
): Verdict {
  const made = behind(classified(error, classifyIt), lastFailure);
  const { outcome, retry, retryAfterMs, throttled, setupProblem, keyRefuser, problem } = made;
  return {
    ...left,
    evidence: problem === undefined ? left.evidence : { ...left.evidence, classify: problem },
    outcome,
    retryAfterMs: retry === true ? waitOf(retryAfterMs) : undefined,
    throttled: throttled === true,
    rateLimited: throttled === true && toErrorRecord(error).status !== 503,
    setupProblem: typeof setupProblem === "string" ? setupProblem : undefined,
    keyRefuser: typeof keyRefuser === "string" ? keyRefuser : undefined,
    problems: problem === undefined ? left.problems : new Set([...left.problems, brokenClassify]),
  };
}

/**
 * Code that meets an outage often throws an error of its own, which tells nothing of it. What its last call failed with
 * then says whose fault it was.
 */
function behind<T extends Classification>(made: T, lastFailure: ErrorRecord | undefined): T {
  if (made.outcome.kind !== "errored" || !lastFailure) return made;
  const { outcome, ...call } = classifyCall(lastFailure);
  if (outcome.kind !== "infrastructure") return made;
  const { error } = made.outcome;
  const told = error.message.includes(lastFailure.message)
    ? error
    : { ...error, message: `${error.message} Its last call failed: ${lastFailure.message}` };
  return { ...made, ...call, outcome: { kind: "infrastructure", error: told } };
}

const brokenClassify = "a classification that gives no valid outcome";

function classified(error: unknown, classifyIt: Classify): Classification & { problem?: string } {
  let problem: string;
  try {
    const made = classifyIt(error);
    const outcome = givenOutcome(made?.outcome);
    if (typeof outcome !== "string") return { ...made, outcome };
    problem = outcome;
  } catch (thrown) {
    problem = `It threw ${recordOf(thrown).name}: ${recordOf(thrown).message}`;
  }
  const told = `The classification of the sweep was no use, so the error was classified as usual. ${problem}`;
  return { ...classify(error), problem: told };
}

/** Milliseconds; what is no such number asks for no wait. */
function waitOf(afterMs: unknown): number {
  return typeof afterMs === "number" && afterMs >= 0 ? afterMs : 0;
}

function invalid(kind: "unscored" | "infrastructure", message: string): Outcome {
  return { kind, error: { name: "InvalidOutcome", message, code: "invalid-outcome" } };
}

function isScore(given: unknown): boolean {
  const kind: unknown = isObject(given) ? given.kind : undefined;
  return kind === "passed" || kind === "failed";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function evidenceOf(ending: AttemptEnding): JsonObject {
  if (ending.type === "dropped") return { dropped: true };
  return ending.type === "threw" ? { error: { ...recordOf(ending.error) } } : {};
}
