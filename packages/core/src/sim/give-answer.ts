import type { AnswerKeyTask } from "./answer-key.ts";
import type { Draws } from "./draws.ts";
import { findCandidates, mostFrequent } from "./find-candidates.ts";
import type { SimRequest } from "./read-request.ts";
import { type CompleteSimProfile, probabilityRight } from "./sim-profile.ts";

/** What is said of an answer that is found right or wrong; an answer is never in it. */
export const reviewWords = {
  approval: "I checked the answer and it holds.",
  objection: "I checked the answer and it does not hold.",
} as const;

/**
 * The answer to a request.
 *
 * - The right one, when a tool has said it; else what most candidates say (tools' included), ties going to the
 *   model's own draw.
 * - A single candidate is kept as it stands, unless the request says that it was objected to.
 * - Else its own draw: right with the profile's probability for the task's difficulty, independently for every call,
 *   and otherwise one of the wrong answers, all alike. Tasks of different difficulty are what makes the mistakes of
 *   several calls go together, as with real models.
 * - For a task that the answer key does not know, a sentence that follows from the request.
 */
export function giveAnswer(request: SimRequest, profile: CompleteSimProfile, draws: Draws): string {
  const { task } = request;
  if (!task) return `A simulated answer to: ${request.topic}`;
  const fromTools = request.toolResults === undefined ? [] : findCandidates(request.toolResults, task);
  if (fromTools.some((candidate) => candidate.right)) return task.right;
  const candidates = [...request.candidates, ...fromTools];
  const own = drawAnswer(task, profile, draws);
  if (candidates.length === 0) return own;
  if (new Set(candidates.map((candidate) => candidate.answer)).size === 1) {
    return isObjectedTo(request.rest) ? own : candidates[0]!.answer;
  }
  const leaders = mostFrequent(candidates).map((candidate) => candidate.answer);
  return leaders.includes(own) ? own : draws.pick("tie", leaders);
}

/** An answer of the model's own: right with its probability, else one of the wrong ones. */
export function drawAnswer(task: AnswerKeyTask, profile: CompleteSimProfile, draws: Draws): string {
  if (draws.chance("right", probabilityRight(profile, task.difficulty ?? 0))) return task.right;
  return task.wrong.length === 0 ? "I do not know." : draws.pick("wrong", task.wrong);
}

const labelled =
  /\b(?:decision|verdict|outcome|review|approved?|accepted|passed|ok|correct|valid)["'*]*\s*[:=]\s*["'*]*(?:reject(?:ed)?|revise|fail(?:ed)?|unmet|no|false|incorrect|wrong|invalid|changes)\b/i;

/** Does a request carry an objection to an answer: the words of a simulated reviewer, or a verdict by its label? */
function isObjectedTo(rest: string): boolean {
  return rest.includes(reviewWords.objection) || labelled.test(rest);
}
