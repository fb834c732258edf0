/**
 * What stays the same from run to run and from machine to machine: times, ids of runs, the sandbox and how far columns
 * are apart are masked. Figures that come from a seed are not.
 */
function steady(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) =>
      line
        .replaceAll(/\b\d+(\.\d+)? (ms|s|min)\b/g, "<time>")
        .replaceAll(/(\brun |x view |x show |x report )[0-9a-f]{4}\b/g, "$1<id>")
        .replaceAll(/\bsandbox [a-z]+\b/g, "sandbox <name>")
        .replaceAll(/ {2,}|\t/g, "  ")
        .trimEnd(),
    );
}

/** Lines that a page shows and a program did not print in this order; a line `…` stands for any number of others. */
export function missingLines(shown: string, printed: string): string[] {
  const lines = steady(printed);
  const wanted = steady(shown);
  const whole = !wanted.some((line) => line.trim() === "…");
  let at = 0;
  const missing: string[] = [];
  for (const line of wanted.filter((each) => each.trim() !== "…")) {
    const found = lines.indexOf(line, at);
    if (found === -1 || (whole && found !== at)) missing.push(line);
    else at = found + 1;
  }
  if (whole && at < lines.length && missing.length === 0) missing.push(`and no more, but: ${lines[at]}`);
  return missing;
}
