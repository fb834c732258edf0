import { displayWidth } from "@flow-state-dev/testing/display-width";

/** A text with blanks behind it, so many columns wide on a terminal; one that is wider stays as it is. */
export function padColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}
