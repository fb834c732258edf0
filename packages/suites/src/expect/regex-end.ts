import { shown } from "../text/shown.ts";
import { beginsAnother, severalExpectations, severalOr, withoutJoiner } from "./misread-path.ts";
import type { wrong } from "./reading.ts";

/** So many characters behind a slash are looked at: a word that joins, and how an expectation begins. */
const lookedAt = 100;

/**
 * What is wrong with a regex that another expectation follows, as in `/x/ and file:b exists`; null when none does.
 * Taken for one regex up to the last slash it would be found nowhere, so that its `not` always holds. Where the last
 * slash could close it all the same, both forms are told: a slash with a backslash before it closes nothing.
 *
 * @param text the regex with its slashes, and what follows it
 * @param before what stands before it in the expectation
 */
export function anotherBehindRegex(text: string, before: string): ReturnType<typeof wrong> | null {
  // Looked back from a slash, not from every sign: a run of backslashes is gone over once.
  for (const { index, 0: closing } of text.matchAll(/\/(?<=[^\\](?:\\\\)*\/)[ims]{0,3}(?=[\s,;&|])/g)) {
    const end = index + closing.length;
    if (!beginsAnother(withoutJoiner(text.slice(end, end + lookedAt)))) continue;
    const forms = [before + text.slice(0, end), text.slice(end)];
    if (!/\/[ims]*$/.test(text.slice(end))) return severalExpectations(...forms);
    const escaped = shown(`${before}${text.slice(0, index)}\\${text.slice(index)}`, 200);
    return severalOr(forms, `; one regex has a backslash before that slash: ${escaped}`);
  }
  return null;
}
