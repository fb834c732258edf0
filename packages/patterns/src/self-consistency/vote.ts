import { asTyped } from "@flow-state-dev/core";

/** An answer that was given, and how often in the same words. */
export interface Voted {
  /** As first given. */
  answer: string;
  votes: number;
}

/** The different answers among those given, in the order in which they first came. */
export function countVotes(answers: readonly string[]): Voted[] {
  const counted = new Map<string, Voted>();
  for (const answer of answers) {
    const key = normalised(answer);
    const voted = counted.get(key);
    if (voted) voted.votes += 1;
    else counted.set(key, { answer, votes: 1 });
  }
  return [...counted.values()];
}

/** The answer that more than half gave; undefined when there is none. */
export function majority(voted: readonly Voted[]): string | undefined {
  const all = voted.reduce((sum, { votes }) => sum + votes, 0);
  return voted.find(({ votes }) => votes * 2 > all)?.answer;
}

/** The answer that most gave; of several the one that came first. */
export function plurality(voted: readonly Voted[]): string {
  return voted.reduce((most, each) => (each.votes > most.votes ? each : most)).answer;
}

/**
 * The answer of the group with the most votes, given the groups by the numbers of their answers from 1: of this group
 * the wording that most gave. Undefined when the groups do not hold every answer exactly once.
 */
export function largestGroup(
  voted: readonly Voted[],
  groups: readonly (readonly number[])[],
): string | undefined {
  const members = groups.flat().sort((a, b) => a - b);
  if (members.length !== voted.length || members.some((member, at) => member !== at + 1)) return undefined;
  const merged = groups
    .filter((group) => group.length > 0)
    .map((group) => [...group].sort((a, b) => a - b).map((member) => voted[member - 1]!))
    .map((each) => ({
      answer: plurality(each),
      votes: each.reduce((sum, { votes }) => sum + votes, 0),
      first: voted.indexOf(each[0]!),
    }))
    .sort((a, b) => a.first - b.first);
  return plurality(merged);
}

/**
 * The same for answers that differ only in what carries no meaning: blanks, quotes and emphasis around the whole, a
 * full stop at the end, how quotes and dashes are typed, and on a single line case and spacing. Everything else stays:
 * 2⁵ is not 25, 5! is not 5, and the lines of a program are as they were indented.
 */
function normalised(answer: string): string {
  const bare = unwrapped(asTyped(answer.normalize("NFC").replaceAll("\r\n", "\n")));
  return bare.includes("\n") ? bare : bare.toLowerCase().replaceAll(/\s+/g, " ");
}

/** A pair of the same marks around a text that has none of them inside. */
const wrapped = /^(\*\*|__|["'`*_])((?:(?!\1)[\s\S])+)\1$/;

/** The text without what is around the whole of it, at most three times over: **"Lyon."**. */
function unwrapped(text: string): string {
  let inner = text.trim();
  for (let round = 0; round < 3; round++) {
    inner = inner
      .replace(/(?<!\.)\.$/, "")
      .replace(wrapped, "$2")
      .trim();
  }
  return inner;
}
