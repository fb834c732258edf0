/** What goes into one section; empty ones are left out, lists are numbered by their order. */
export type Section = string | readonly string[] | undefined;

/**
 * Texts under their names, each between tags, so that the model can tell them apart and none can pretend to be
 * another: a tag of ours inside a text is escaped.
 */
export function sections(parts: Readonly<Record<string, Section>>): string {
  const tags = Object.keys(parts).flatMap((name) => [name, `${name}-item`]);
  return Object.entries(parts)
    .flatMap(([name, part]) => {
      if (part === undefined || part.length === 0) return [];
      const text = typeof part === "string" ? escapeTags(part, tags) : items(name, part, tags);
      return [`<${name}>\n${text}\n</${name}>`];
    })
    .join("\n\n");
}

function items(name: string, texts: readonly string[], tags: readonly string[]): string {
  return texts
    .map((text, index) => `<${name}-item number="${index + 1}">\n${escapeTags(text, tags)}\n</${name}-item>`)
    .join("\n");
}

function escapeTags(text: string, tags: readonly string[]): string {
  const pattern = new RegExp(`<(?=/?(?:${tags.join("|")})[\\s>])`, "gi");
  return text.replaceAll(pattern, "&lt;");
}
