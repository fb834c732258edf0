const longest = 400;

/** Text of others as one line of at most 400 characters: blanks and line breaks become one blank, the rest is cut. */
export function oneLine(text: string | undefined): string {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}
