import type { Paint } from "./colour.ts";

const headings = /^(overall ranking\b.*|What this says|Cells that failed or have no score)$/;

/**
 * Results as they are printed, with colours where a terminal takes them: marks of outcomes, verdicts, headings. Nothing
 * but colours changes, so what a pipe or a file gets is the same text.
 */
export function paintLines(text: string, paint: Paint): string {
  return text
    .split("\n")
    .map((line) => paintLine(line, paint))
    .join("\n");
}

function paintLine(line: string, paint: Paint): string {
  if (headings.test(line)) return paint.head(line);
  if (line.startsWith("simulated model: ")) return paint.warn(line);
  const marked = /^ {2}([✓✗!]) /.exec(line)?.[1];
  if (marked !== undefined) {
    const paintMark = { "✓": paint.good, "✗": paint.bad }[marked] ?? paint.warn;
    return line.replace(marked, paintMark);
  }
  return line.replace(/(?<= {2})(better|worse)(?= {2}|$)/, (verdict) =>
    (verdict === "better" ? paint.good : paint.bad)(verdict),
  );
}
