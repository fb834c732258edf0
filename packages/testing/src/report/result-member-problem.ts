import type { BenchmarkRunResult } from "./benchmark-run-result.ts";

type Problem = (field: string, value: unknown, wanted: string) => string;

/**
 * What is wrong with what a result may have beside its score; null when nothing is. Results made by hand may leave all
 * of it out, but what is there is read. Members that are missing, as most are, cost one look each.
 */
export function resultMemberProblem(result: BenchmarkRunResult, say: Problem): string | null {
  const { counted, usage, codeScores, scorerErrors, error, findings, judgeScores, judgeFailures } = result;
  if (counted !== undefined && !isWork(counted))
    return say(
      "counted",
      counted,
      "what the score took: costUsd, unknownCalls, cachedUsd, cachedCalls and usage",
    );
  if (usage !== undefined && !isObject(usage)) return say("usage", usage, "an object of tokens");
  if (codeScores !== undefined && !isObject(codeScores))
    return say("codeScores", codeScores, "an object of scores by name of the scorer");
  if (scorerErrors !== undefined && !isObject(scorerErrors))
    return say("scorerErrors", scorerErrors, "an object of reasons by name of the scorer");
  if (error !== undefined && typeof (error as { message?: unknown } | null)?.message !== "string")
    return say("error", error, "an error with a message");
  if (findings !== undefined && !Array.isArray(findings))
    return say("findings", findings, "a list of findings");
  if (judgeScores !== undefined && !Array.isArray(judgeScores))
    return say("judgeScores", judgeScores, "a list of scores");
  if (judgeFailures !== undefined && !Array.isArray(judgeFailures))
    return say("judgeFailures", judgeFailures, "a list of judges that failed");
  const { family, output, unknownCalls, lostCalls } = result;
  if (family !== undefined && typeof family !== "string") return say("family", family, "a text");
  if (output !== undefined && typeof output !== "string") return say("output", output, "a text");
  if (unknownCalls !== undefined && !isCount(unknownCalls))
    return say("unknownCalls", unknownCalls, "0 or more");
  if (lostCalls !== undefined && !isCount(lostCalls)) return say("lostCalls", lostCalls, "0 or more");
  return null;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}

function isWork(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { costUsd, unknownCalls, cachedUsd, cachedCalls, usage } = value as Record<string, unknown>;
  return (
    isCount(costUsd) && isCount(unknownCalls) && isCount(cachedUsd) && isCount(cachedCalls) && isObject(usage)
  );
}
