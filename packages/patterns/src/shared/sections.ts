/** What goes into one section; empty ones are left out, lists are numbered by their order. */
export type Section = string | readonly string[] | undefined;

/**
 * Texts under their names, each between tags, so that the model can tell them apart and none can pretend to be
 * another: a tag of ours inside a text is escaped. The number of an item is part of its tag, so that it is never taken
 * for something that was said.
 */
export function sections(parts: Readonly<Record<string, Section>>): string {
  const tags = Object.keys(parts).map(literally);
  const ours = new RegExp(`<(?=/?(?:${tags.join("|")})(?:-item-\\d+)?[\\s>])`, "gi");
  const escaped = (text: string) => text.replaceAll(ours, "&lt;");
  return Object.entries(parts)
    .flatMap(([name, part]) => {
      if (part === undefined || part.length === 0) return [];
      if (typeof part === "string") return [tagged(name, escaped(part))];
      const items = part.map((text, at) => tagged(`${name}-item-${at + 1}`, escaped(text)));
      return [tagged(name, items.join("\n"))];
    })
    .join("\n\n");
}

function tagged(name: string, text: string): string {
  return `<${name}>\n${text}\n</${name}>`;
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
