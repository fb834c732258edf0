import { cutText } from "./cut-text.ts";

let context: CanvasRenderingContext2D | null = null;

/** Pixels that a text takes in a chart, at 12.5 pixels in the font of the page. */
export function textWidth(text: string): number {
  context ??= measuring();
  return context?.measureText(text).width ?? text.length * 7.2;
}

/** A text of a chart that has to fit into so many pixels. */
export function fitText(text: string, pixels: number): string {
  return cutText(text, pixels, textWidth);
}

function measuring(): CanvasRenderingContext2D | null {
  const made = document.createElement("canvas").getContext("2d");
  if (made) made.font = `12.5px ${getComputedStyle(document.body).fontFamily}`;
  return made;
}
