const mark = "# left out: ";

/** A line before the first header of a patch, which `git apply` passes over: what the patch does not hold. */
export function leftOutLine(what: string): string {
  return `${mark}${what}\n`;
}

/** What a patch says at its top that it does not hold: paths with what stands there, then how many more. */
export function leftOutOf(patch: string): string[] {
  const [top] = /^(?:# left out: .*\n)*/.exec(patch)!;
  return top.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(mark.length).trimEnd()]));
}

/** The first of them, for a sentence. */
export function firstLeftOut([first, ...more]: readonly string[]): string {
  return more.length === 0 ? String(first) : `${first} and more`;
}
