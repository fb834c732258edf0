/** Made on first use: that takes longer than many a command does until it prints. */
let segmenter: Intl.Segmenter | undefined;

/** Texts of letters and signs that are one column wide, each by itself. */
const plain = /^[ -~\u00A1-\u00AC\u00AE-\u02FF…→−│✓✗]*$/;
const invisible = /^[\p{Control}\p{Format}\p{Mark}]*$/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\u20E3/u;

/** First and last code point of the blocks that terminals draw two columns wide (Unicode's W and F). */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** How many columns a text takes in a terminal: 2 for wide characters and emoji, 0 for what is not drawn. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += widthOf(segment);
  return width;
}

/** The text cut to at most so many columns, with `…` in place of what is left out. */
export function cutToWidth(text: string, most: number): string {
  if (displayWidth(text) <= most) return text;
  let kept = "";
  let width = 1;
  for (const { segment } of segmentsOf(text)) {
    width += widthOf(segment);
    if (width > most) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text in the parts that a terminal draws as one, none of which may be broken. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmentsOf(text), ({ segment }) => segment);
}

function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

function widthOf(grapheme: string): 0 | 1 | 2 {
  if (invisible.test(grapheme)) return 0;
  if (emoji.test(grapheme)) return 2;
  const point = grapheme.codePointAt(0)!;
  return wideRanges.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}
