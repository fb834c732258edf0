/** What no user should have to read. */
const unfit: [string, RegExp][] = [
  ["a stack trace", /^\s+at (?:.+ \()?(?:file:|node:|\/|async )/m],
  // Those with a code are ours, for programs that call the library.
  ["a warning of Node", /\(node:\d+\) (?!\[)/],
  ["an error nobody caught", /Unhandled|uncaught|node:internal/i],
  ["an object as text", /\[object \w+\]/],
  ["a word that means nothing to a reader", /\b(?:undefined|NaN)\b/],
];

/** What is wrong with what a process printed, one sentence each. */
export function messageProblems(text: string): string[] {
  return unfit.flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`It printed ${what}: ${lineAround(text, found.index)}`] : [];
  });
}

/** Is there a sentence among the lines, for somebody who asks what went wrong? */
export function hasSentence(text: string): boolean {
  return text.split("\n").some((line) => /^\W*\w.* .*[.!?:…"”)]$/.test(line.trim()));
}

function lineAround(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index) + 1;
  const end = text.indexOf("\n", Math.max(index, start + 1));
  return text
    .slice(start, end === -1 ? undefined : end)
    .trim()
    .slice(0, 200);
}
