/** A fenced block of code in a page. */
export interface CodeBlock {
  /** First word after the fence, e.g. `ts`. */
  language: string;
  /** Second word after the fence: the file that the page says this is. */
  file: string | undefined;
  /** Its lines, each with its end. */
  text: string;
  /** Line of the opening fence in the page, from 1. */
  line: number;
  /** Contents of the `text` block that follows with nothing between: what the program prints. */
  prints: string | undefined;
}

const fenced = /^```(\w*)(?: (\S+))?\n([\s\S]*?)^```$/gm;

/** All fenced blocks of a page, in order. */
export function codeBlocks(page: string): CodeBlock[] {
  const matches = [...page.matchAll(fenced)];
  return matches.map((match, at) => {
    const [whole, language = "", file, text = ""] = match;
    const next = matches[at + 1];
    const between = page.slice(match.index + whole.length, next?.index);
    const prints = next?.[1] === "text" && between.trim() === "" ? next[3] : undefined;
    return { language, file, text, line: page.slice(0, match.index).split("\n").length, prints };
  });
}

/** Targets of the links of a page that lead to a file beside it, without their fragment. */
export function relativeLinks(page: string): string[] {
  const prose = page.replaceAll(fenced, "").replaceAll(/`[^`\n]*`/g, "");
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!)
    .filter((target) => !/^([a-z]+:|#)/i.test(target))
    .map((target) => target.replace(/#.*$/, ""));
}
