/** Made when the first text has to be cut: it takes as long as drawing a chart. */
let segmenter: Intl.Segmenter | null = null;

/** A text that has to fit into so much room: its beginning, whole signs only, and a mark that there was more. */
export function cutText(text: string, room: number, width: (text: string) => number): string {
  return cut(text, room, width, (signs, most) => `${signs.slice(0, most).join("")}…`);
}

/** Names that have to fit into so much room each: those that would look alike are cut in their midst. */
export function cutNames(names: readonly string[], room: number, width: (text: string) => number): string[] {
  const cuts = names.map((name) => cutText(name, room, width));
  const alike = Map.groupBy(new Set(names), (name) => cuts[names.indexOf(name)]!);
  return names.map((name, at) =>
    alike.get(cuts[at]!)!.length > 1 ? cut(name, room, width, inTheMidst) : cuts[at]!,
  );
}

function inTheMidst(signs: readonly string[], most: number): string {
  const first = Math.ceil(most / 2);
  return `${signs.slice(0, first).join("")}…${signs.slice(signs.length - (most - first)).join("")}`;
}

/** With as many signs as fit, one at least. */
function cut(
  text: string,
  room: number,
  width: (text: string) => number,
  form: (signs: readonly string[], most: number) => string,
): string {
  if (width(text) <= room) return text;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const signs = Array.from(segmenter.segment(text), ({ segment }) => segment);
  // The width grows with the number of signs.
  let [fits, over] = [0, signs.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (width(form(signs, middle)) <= room) fits = middle;
    else over = middle;
  }
  return form(signs, Math.max(1, fits));
}
