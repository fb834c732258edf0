import { type AnswerKeyTask, spellings } from "./answer-key.ts";

/** An answer to the task that somebody has given already. */
export interface Candidate {
  answer: string;
  right: boolean;
  /** Where in the text it stands. */
  at: number;
}

/** Answers shorter than this, and in one word, count only where they stand by themselves. */
const telling = 12;

/**
 * The known answers to a task that occur in a text, in order. Of two that overlap the longer counts. A short one
 * ("4", "yes") counts only where it stands by itself: a line, a list item, a quoted or labelled value.
 */
export function findCandidates(text: string, task: AnswerKeyTask): Candidate[] {
  const answers = [task.right, ...task.wrong].flatMap((answer) =>
    spellings(answer).map((spelling) => ({ answer, spelling, right: answer === task.right })),
  );
  answers.sort((a, b) => b.spelling.length - a.spelling.length);
  const taken = new Uint8Array(text.length);
  const found: Candidate[] = [];
  for (const { answer, spelling, right } of answers) {
    for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + 1)) {
      const to = at + spelling.length;
      if (!standsOut(text, at, to, spelling)) continue;
      // None before it was shorter, so that one which overlaps has its beginning or its end.
      if (taken[at] || taken[to - 1]) continue;
      taken.fill(1, at, to);
      found.push({ answer, right, at });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The answer given most often, and those that were given as often. Empty when there is no candidate. */
export function mostFrequent(candidates: readonly Candidate[]): Candidate[] {
  const counts = new Map<string, { candidate: Candidate; count: number }>();
  for (const candidate of candidates) {
    const entry = counts.get(candidate.answer) ?? { candidate, count: 0 };
    entry.count += 1;
    counts.set(candidate.answer, entry);
  }
  const most = Math.max(0, ...Array.from(counts.values(), (entry) => entry.count));
  return [...counts.values()].filter((entry) => entry.count === most).map((entry) => entry.candidate);
}

function standsOut(text: string, from: number, to: number, spelling: string): boolean {
  if (wordy(text[from - 1]) && wordy(spelling[0])) return false;
  if (wordy(text[to]) && wordy(spelling.at(-1))) return false;
  if (spelling.length >= telling || /\s/.test(spelling)) return true;
  const before = text.slice(Math.max(0, from - 16), from);
  const after = text.slice(to, to + 8);
  return opens.test(from > 16 ? `…${before}` : before) && closes.test(after);
}

const opens =
  /(?:,|(?:^|[\n"'`:=>([{|*]|\b(?:is|answer|say|says|said))[ \t]*(?:(?:[-*•]|\d{1,3}[.)]|\[[\w-]{1,12}\])[ \t]+)?["'`*(]*)$/i;
const closes = /^[ \t]*(?:$|\n|["'`<)\]}|;,*]|[.!](?:\s*\n|\s*$|["'`<]))/;

function wordy(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}
