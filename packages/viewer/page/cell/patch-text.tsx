import type { ComponentChildren } from "preact";

/** A patch with its lines coloured by what they do; the sign at the beginning says it as well. */
export function patchLines(text: string): ComponentChildren {
  return text.split("\n").map((line, at) => (
    <span key={at} class={kindOf(line)}>
      {line}
      {"\n"}
    </span>
  ));
}

function kindOf(line: string): string {
  if (/^(diff |index |new file|deleted file|rename|similarity|\+\+\+ |--- )/.test(line)) return "p-file";
  if (line.startsWith("@@")) return "p-hunk";
  if (line.startsWith("+")) return "p-add";
  return line.startsWith("-") ? "p-del" : "";
}
