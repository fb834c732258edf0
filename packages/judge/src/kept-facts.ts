import type { Finding, Vote } from "./judgement.ts";
import type { JudgeFacts } from "./summarize-judge.ts";

/** The findings among what is kept of a cell. It may come from elsewhere: what is none is as if it were not there. */
export function findingsIn(kept: unknown): Finding[] {
  return listIn(kept).filter((each): each is Finding => {
    const { weight, votes } = Object(each) as Partial<Record<keyof Finding, unknown>>;
    return typeof weight === "number" && weight > 0 && Array.isArray(votes) && votes.every(isVote);
  });
}

/** The same of judges that came to no judgement. */
export function judgeFailuresIn(kept: unknown): { judge: string; message: string }[] {
  return listIn(kept).filter((each): each is { judge: string; message: string } => {
    const { judge, message } = Object(each) as Record<string, unknown>;
    return typeof judge === "string" && typeof message === "string";
  });
}

/** What is kept of canaries; null when that is nothing, or nothing of the kind. */
export function canariesIn(kept: unknown): JudgeFacts["canaries"] {
  const { judged, passed } = Object(kept) as Record<string, unknown>;
  const isSuch =
    isNumber(judged) && Array.isArray(passed) && passed.every((name) => typeof name === "string");
  return isSuch ? { judged, passed } : null;
}

/** The same of a golden set. */
export function goldenIn(kept: unknown): JudgeFacts["golden"] {
  const { labels, agreement, kappa, interval } = Object(kept) as Record<string, unknown>;
  if (!isNumber(labels) || !isNumber(agreement)) return null;
  if ((kappa !== null && !isNumber(kappa)) || (interval !== null && !isRange(interval))) return null;
  return { labels, agreement, kappa, interval };
}

function isVote(value: unknown): value is Vote {
  const { judge, repeat, verdict, score } = Object(value) as Record<string, unknown>;
  const scored = score === null || (isNumber(score) && score >= 0 && score <= 1);
  return typeof judge === "string" && Number.isSafeInteger(repeat) && typeof verdict === "string" && scored;
}

function isRange(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
