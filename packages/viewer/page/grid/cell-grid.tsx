import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { CellAddress, GridView } from "../../src/contract/index.ts";
import { CutName } from "../parts/cut-name.tsx";
import { fitNames, textWidth } from "../parts/fit-text.ts";
import { many, nameText } from "../parts/format.ts";
import { sharedStarts } from "../parts/shared-starts.ts";
import { useWidth } from "../parts/use-width.ts";
import {
  addressOf,
  findPlace,
  firstPlace,
  type GridFilter,
  nextPlace,
  outcomeAt,
  placeOf,
  runsOf,
  type Step,
  subjectsShown,
  tasksShown,
} from "./grid-model.ts";
import { square } from "./square.tsx";
import { useSquareFocus } from "./use-square-focus.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** Width of a square with its gap, at most; where all have to fit beside each other they may be narrower. */
const wideSquare = 10;
const narrow = 6;
const longestName = 130;
const rowHeight = 21;

interface GridProps {
  grid: GridView;
  /** Subjects in the order of rows. */
  order: readonly string[];
  filter: GridFilter;
  selected: CellAddress | null;
  onSelect: (cell: CellAddress) => void;
  height?: number;
}

/**
 * One square a cell: a row for each subject where all fits beside each other, else a row for each task, of which only
 * those in sight are made. Arrow keys go from square to square, Enter opens one.
 */
export function CellGrid({ grid, order, filter, selected, onSelect, height = 420 }: GridProps) {
  const [box, width] = useWidth<HTMLDivElement>(800);
  const subjects = useMemo(() => subjectsShown(grid, order, filter), [grid, order, filter.subject]);
  const tasks = useMemo(() => tasksShown(grid, subjects, filter), [grid, subjects, filter]);
  const longest = useMemo(() => Math.min(30, Math.max(8, ...grid.tasks.map(({ id }) => id.length))), [grid]);
  const chosen = selected ? findPlace(grid, selected) : -1;
  const [focus, setFocus] = useState(-1);
  const { want, settle } = useSquareFocus(box);
  const subjectAt = (place: number) => Math.floor(place / grid.repetitions / grid.tasks.length);
  const taskAt = (place: number) => Math.floor(place / grid.repetitions) % grid.tasks.length;
  // The focus goes along when another cell is opened by a key. The square that was opened itself has it, or has given
  // it to the panel that lies over the page.
  useLayoutEffect(() => {
    if (chosen < 0) return;
    setFocus(chosen);
    const on = document.activeElement;
    if (on instanceof HTMLElement && box.current?.contains(on) && on.dataset.place !== String(chosen))
      want(chosen);
  }, [chosen]);
  const names = useMemo(() => fitNames(grid.subjects.map(nameText), longestName), [grid]);
  const heads = useMemo(() => fitNames(grid.subjects.map(nameText), grid.repetitions * wideSquare), [grid]);
  const shared = useMemo(() => sharedStarts(grid.tasks.map(({ id }) => id)), [grid]);
  const label = useMemo(() => Math.max(...names.map(textWidth), 30) * 1.05 + 14, [names]);
  const room = (width - label - tasks.length * 4) / (tasks.length * grid.repetitions);
  const wide = room >= narrow;
  const side = wide ? Math.min(wideSquare, Math.floor(room)) : wideSquare;
  // Names that would be cut to a few letters stand upright above their squares.
  const upright = grid.repetitions * wideSquare < 90;
  // One square can always be reached, whatever the filter leaves.
  const isShown = (place: number) =>
    place >= 0 && subjects.includes(subjectAt(place)) && tasks.includes(taskAt(place));
  const current = [focus, chosen].find(isShown) ?? firstPlace(grid, subjects, tasks);
  const show = (place: number) =>
    square(grid, place, {
      selected: place === chosen,
      reachable: place === current,
      dim: filter.outcome !== "" && outcomeAt(grid, place) !== filter.outcome,
    });
  const open = (event: Event) => {
    const place = (event.target as HTMLElement).dataset?.place;
    if (place === undefined) return;
    setFocus(Number(place));
    onSelect(addressOf(grid, Number(place)));
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = nextPlace(grid, { subjects, tasks, wide }, current, step);
    // Its row may have to come into sight first.
    want(next);
    setFocus(next);
  };
  const runs = Array.from({ length: grid.repetitions }, (_, run) => run);
  return (
    <div ref={box}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks and keys of the buttons inside arrive here */}
      <div
        class={`cells${wide && subjects.length > many ? " tall" : ""}`}
        style={{ "--side": `${side - 1}px`, "--names": `${longest + 2}ch` }}
        onClick={open}
        onKeyDown={move}
      >
        {tasks.length === 0 ? (
          <p class="waiting">No cell fits this filter.</p>
        ) : wide ? (
          subjects.map((subject) => (
            <div key={subject} class="grow">
              <span style={{ width: `${label}px` }} title={nameText(grid.subjects[subject]!)}>
                {names[subject]}
              </span>
              {tasks.map((task) => (
                <span key={task} class="group" title={nameText(grid.tasks[task]!.id)}>
                  {runsOf(grid, task).map((run) => show(placeOf(grid, subject, task, run)))}
                </span>
              ))}
            </div>
          ))
        ) : (
          <div>
            <div class={`trow head${upright ? " upright" : ""}`} aria-hidden="true">
              <span class="tname" />
              {subjects.map((subject) => (
                <span
                  key={subject}
                  class="group"
                  style={{ width: `${grid.repetitions * wideSquare + 3}px` }}
                  title={nameText(grid.subjects[subject]!)}
                >
                  {upright ? names[subject] : heads[subject]}
                </span>
              ))}
            </div>
            <VirtualRows
              count={tasks.length}
              rowHeight={rowHeight}
              height={height}
              label="Cells by task"
              keep={tasks.indexOf(taskAt(current))}
              onRows={settle}
              row={(at) => (
                <div class="trow">
                  <span class="tname">
                    <CutName
                      name={grid.tasks[tasks[at]!]!.id}
                      shared={shared.get(grid.tasks[tasks[at]!]!.id)}
                    />
                  </span>
                  {subjects.map((subject) => (
                    <span key={subject} class="group">
                      {runs.map((run) => show(placeOf(grid, subject, tasks[at]!, run)))}
                    </span>
                  ))}
                </div>
              )}
            />
          </div>
        )}
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, Step>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
