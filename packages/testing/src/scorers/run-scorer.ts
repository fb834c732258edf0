import { longestTimerMs, toErrorRecord } from "@flow-state-dev/core";
import type { JudgeContext } from "@flow-state-dev/judge";
import { meantScore, type ScoreResult, shown } from "./score-result.ts";
import type { Scorer, ScorerArgs } from "./scorer.ts";

/** A scorer has two minutes for an output when nobody says otherwise. */
export const defaultScorerTimeoutMs = 120_000;

/** What became of one scorer: a score, or why there is none. `aborted` is true when the run was stopped meanwhile. */
export type ScorerOutcome = { name: string } & (
  | ({ ok: true } & ScoreResult)
  /** `error` is what it threw, `code` that of it, where it had one. */
  | { ok: false; reason: string; aborted: boolean; code?: string; error?: unknown }
);

/**
 * Runs one scorer. Never rejects: a scorer that throws, takes too long, is stopped or answers with something that is
 * no score loses its own score. One that computes without end and never waits cannot be stopped.
 */
export function runScorer<TOut>(
  scorer: Scorer<TOut>,
  args: ScorerArgs<TOut>,
  timeoutMs: number = defaultScorerTimeoutMs,
): Promise<ScorerOutcome> {
  const { name } = scorer;
  const { signal: outer } = args;
  const limitMs = scorer.timeoutMs ?? timeoutMs;
  return new Promise((resolve) => {
    const stop = new AbortController();
    const lost = (reason: string, aborted = false) => end({ name, ok: false, reason, aborted });
    const onAbort = () => {
      // A limit of time that whoever runs the scorer keeps is no stop of the run.
      if (isDeadline(outer?.reason)) lost(toErrorRecord(outer?.reason).message);
      else lost("The run was stopped before there was a score.", true);
    };
    const onTimeout = () => lost(`It took longer than ${limitMs / 1000} s.`);
    const end = (outcome: ScorerOutcome) => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
      resolve(outcome);
      if (!outcome.ok) stop.abort(new Error(outcome.reason));
    };
    const timer = setTimeout(onTimeout, Math.min(limitMs, longestTimerMs));
    if (outer?.aborted) return onAbort();
    outer?.addEventListener("abort", onAbort, { once: true });
    const { signal } = stop;
    const context = args.context && { ...args.context, ...paidAsJudging(args.context), signal };
    const scored = async () => scorer.score({ ...args, signal, ...(context && { context }) });
    scored().then(
      (result) => end(read(name, result)),
      (error: unknown) => {
        if (outer?.aborted) return onAbort();
        const { message, code } = toErrorRecord(error);
        end({ name, ok: false, reason: message, aborted: false, ...(code !== undefined && { code }), error });
      },
    );
  });
}

/** Models that a scorer asks are the cost of scoring, as the judge is, and never that of who made the output. */
function paidAsJudging({ account }: JudgeContext): Pick<JudgeContext, "account"> {
  return account ? { account: account.child({ name: "scorers", payer: "judge" }) } : {};
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof Error && (reason as { code?: unknown }).code === "deadline-passed";
}

function read(name: string, result: unknown): ScorerOutcome {
  const lost = (reason: string): ScorerOutcome => ({ name, ok: false, reason, aborted: false });
  try {
    const told = (result ?? {}) as Partial<Record<keyof ScoreResult, unknown>>;
    const { score: said, passed, reason, costUsd } = told;
    if (typeof said !== "number") return lost(`It returned no score but ${shown(result)}.`);
    const score = meantScore(said);
    if (score === undefined) return lost(`It returned a score of ${said}, which is not from 0 to 1.`);
    if (typeof passed !== "boolean") return lost("It did not say whether the output passed.");
    const more = {
      ...(typeof reason === "string" && { reason }),
      ...(isAmount(costUsd) && { costUsd }),
    };
    return { name, ok: true, score, passed, ...more };
  } catch (error) {
    return lost(toErrorRecord(error).message);
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
