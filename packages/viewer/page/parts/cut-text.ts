/** Made when the first text has to be cut: it takes as long as drawing a chart. */
let segmenter: Intl.Segmenter | null = null;

/** A text that has to fit into so much room: its beginning, whole signs only, and a mark that there was more. */
export function cutText(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const signs = Array.from(segmenter.segment(text), ({ segment }) => segment);
  // The longest beginning that fits: its width grows with its length.
  let [fits, over] = [0, signs.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (width(`${signs.slice(0, middle).join("")}…`) <= room) fits = middle;
    else over = middle;
  }
  return `${signs.slice(0, Math.max(1, fits)).join("")}…`;
}
