/** So many characters are looked at in all: text of nothing but brackets holds nobody up. */
const mostLookedAt = 20_000_000;

/** Where an object or a list of texts, objects or lists may begin; one of numbers is a mark in a text more often. */
const beginning = /[{[](?=\s*["{[\]}])/g;

/**
 * The objects and lists that stand as JSON anywhere in a text, and none that stand in others; and what is around them.
 */
export function structuresIn(text: string): { found: unknown[]; around: string } {
  const found: unknown[] = [];
  let around = "";
  let taken = 0;
  let lookedAt = 0;
  for (const { index } of text.matchAll(beginning)) {
    if (index < taken || lookedAt > mostLookedAt) continue;
    const end = endOf(text, index);
    lookedAt += end - index;
    try {
      const value: unknown = JSON.parse(text.slice(index, end));
      found.push(value);
      around += text.slice(taken, index);
      taken = end;
    } catch {
      // What it holds may be JSON all the same.
    }
  }
  return { found, around: around + text.slice(taken) };
}

/** Does an object or a list begin in this text? */
export function beginsStructure(text: string): boolean {
  return text.search(beginning) >= 0;
}

/** Behind the bracket that closes the one at `start`; the end of the text when there is none. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else quoted = sign !== '"';
    } else if (sign === '"') quoted = true;
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}
