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

/** What stands between back quotes in the prose of a page. */
export function codeSpans(page: string): string[] {
  return Array.from(page.replaceAll(fenced, "").matchAll(/`([^`\n]+)`/g), ([, code]) => code!);
}

/** A page without its code, its tables and its headings. */
export function prose(page: string): string {
  return page.replaceAll(fenced, "").replaceAll(/^(\||#).*$/gm, "");
}

/** A link or picture that leads to a file beside the page, or to a place in one. */
export interface RelativeLink {
  /** Empty for a place in the page itself. */
  file: string;
  /** The heading it leads to, as it stands behind the `#`; null when it leads to the whole file. */
  anchor: string | null;
}

/** Links and pictures of a page that stay in the repository. */
export function relativeLinks(page: string): RelativeLink[] {
  const text = page.replaceAll(fenced, "").replaceAll(/`[^`\n]*`/g, "");
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [file = "", anchor] = target.split("#");
      return { file, anchor: anchor ?? null };
    });
}

/** What a link can lead to in a page: its headings, as GitHub names them. */
export function anchorsOf(page: string): string[] {
  const headings = page.replaceAll(fenced, "").matchAll(/^#{1,6} (.+)$/gm);
  const seen = new Map<string, number>();
  return Array.from(headings, ([, heading]) => {
    const slug = heading!
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}
