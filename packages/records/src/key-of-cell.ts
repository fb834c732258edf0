import type { CellId } from "./cell.ts";

/** A text that stands for a cell and for no other, to find things of cells by. */
export function keyOfCell({ subject, task, run }: CellId): string {
  return JSON.stringify([subject, task, run]);
}
