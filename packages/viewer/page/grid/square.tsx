import type { GridView } from "../../src/contract/index.ts";
import { fixed, nameText } from "../parts/format.ts";
import { outcomeWord } from "../parts/outcome.tsx";
import { addressOf, isCell, outcomeAt, scoreAt } from "./grid-model.ts";

/**
 * One cell as a button, which says by `data-place` which. Only the one that the keyboard is on can be reached with
 * Tab. A place without a cell stays empty, so that squares are below each other. No component of its own: there are
 * thousands, and each would be looked after by itself.
 */
export function square(
  grid: GridView,
  place: number,
  { selected, reachable, dim }: { selected: boolean; reachable: boolean; dim: boolean },
) {
  if (!isCell(grid, place)) return <span key={place} class="sq none" />;
  const name = cellName(grid, place);
  return (
    <button
      key={place}
      type="button"
      data-place={place}
      class={`sq o-${outcomeAt(grid, place)}${selected ? " on" : ""}${dim ? " dim" : ""}`}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={selected}
      aria-label={name}
      title={name}
    />
  );
}

/** A cell in words: whose, on what, and how it came out. */
function cellName(grid: GridView, place: number): string {
  const { subject, task, repetition } = addressOf(grid, place);
  const score = scoreAt(grid, place);
  const scored = score === null ? "" : `, ${fixed(score, 2)}`;
  return `${nameText(subject)} on ${nameText(task)}, run ${repetition + 1}: ${outcomeWord(outcomeAt(grid, place))}${scored}`;
}
