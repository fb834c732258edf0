import { printable } from "@flow-state-dev/suites";

const mostLines = 1_000;
const mostWidth = 500;

/** A patch for people: safe for a terminal whatever is in it, binary files named, very long ones cut. */
export function shownPatch(patch: string): string {
  if (patch === "") return "";
  const lines = withoutBinary(patch.replace(/\n$/, "").split("\n"));
  const shown = lines.slice(0, mostLines).map((line) => printable(line, mostWidth));
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`[${more} more lines]`] : [])].map((line) => `${line}\n`).join("");
}

/** Encoded bytes tell nobody anything; each direction ends with an empty line. */
function withoutBinary(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let binary = false;
  for (const line of lines) {
    if (line.startsWith("diff --git ")) binary = false;
    if (line === "GIT binary patch") {
      binary = true;
      shown.push("binary file");
    }
    if (!binary) shown.push(line);
  }
  return shown;
}
