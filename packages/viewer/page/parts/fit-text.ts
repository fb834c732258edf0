import { cutNames } from "./cut-text.ts";
import { nameText } from "./format.ts";

let context: CanvasRenderingContext2D | null = null;
/** Names are drawn again with every change of a run. */
const widths = new Map<string, number>();
const most = 5000;

/** Pixels that a text takes in a chart, at 12.5 pixels in the font of the page. */
export function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  context ??= measuring();
  const width = context?.measureText(text).width ?? text.length * 7.2;
  if (widths.size >= most) widths.clear();
  widths.set(text, width);
  return width;
}

/** Names of a chart, each of which has to fit into so many pixels, and no two of which look alike. */
export function fitNames(names: readonly string[], pixels: number): string[] {
  return cutNames(names, pixels, textWidth);
}

/** Pixels that a field to choose from has for a name, on a narrow page and on others. */
const [narrowField, field] = [190, 255];

/** Names to choose from in fields, which cut what is too long for them; `taken` pixels have something else. */
export function optionNames(names: readonly string[], narrow: boolean, taken = 0): string[] {
  return fitNames(names.map(nameText), (narrow ? narrowField : field) - taken);
}

function measuring(): CanvasRenderingContext2D | null {
  const made = document.createElement("canvas").getContext("2d");
  if (made) made.font = `12.5px ${getComputedStyle(document.body).fontFamily}`;
  return made;
}
