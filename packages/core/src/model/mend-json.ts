/**
 * One answer of a provider, or one event of a stream, mended: JSON that looks concerned is read, changed in place, and
 * written anew. The same text when nothing was changed, and when it is no JSON.
 *
 * @param mend changes what was read; true when it did
 */
export function mendJson(json: string, concerned: RegExp, mend: (answer: unknown) => boolean): string {
  if (!concerned.test(json)) return json;
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    return json;
  }
  return mend(answer) ? JSON.stringify(answer) : json;
}
