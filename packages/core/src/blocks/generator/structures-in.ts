/** So many characters are looked at in all: text of nothing but brackets holds nobody up. */
const mostLookedAt = 20_000_000;

/** Where an object or a list of texts, objects or lists may begin; one of numbers is a mark in a text more often. */
const beginning = /[{[](?=\s*["{[\]}])/g;

/**
 * The objects and lists that stand as JSON anywhere in a text, and none that stand in others; those of them that no open
 * bracket stands before; and what is around them.
 */
export function structuresIn(text: string): { found: unknown[]; apart: unknown[]; around: string } {
  const found: unknown[] = [];
  const apart: unknown[] = [];
  let around = "";
  let open = 0;
  let taken = 0;
  let lookedAt = 0;
  for (const { index } of text.matchAll(beginning)) {
    if (index < taken || lookedAt > mostLookedAt) continue;
    const end = endOf(text, index);
    lookedAt += end - index;
    try {
      const value: unknown = JSON.parse(text.slice(index, end));
      const before = text.slice(taken, index);
      open = openAfter(before, open);
      found.push(value);
      if (open === 0) apart.push(value);
      around += before;
      taken = end;
    } catch {
      // What it holds may be JSON all the same.
    }
  }
  return { found, apart, around: around + text.slice(taken) };
}

/** How many brackets are open behind these words, when so many are before them. */
function openAfter(words: string, before: number): number {
  let open = before;
  for (const sign of words) {
    if (sign === "{" || sign === "[") open++;
    else if ((sign === "}" || sign === "]") && open > 0) open--;
  }
  return open;
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
