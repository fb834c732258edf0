import { useMemo } from "preact/hooks";
import type { CellAddress, GridView } from "../../src/contract/index.ts";
import { CutName } from "../parts/cut-name.tsx";
import { counted, duration, fixed, money } from "../parts/format.ts";
import { outcomeWord, Swatch } from "../parts/outcome.tsx";
import { sharedStarts } from "../parts/shared-starts.ts";
import { Card } from "../parts/shell.tsx";
import {
  addressOf,
  findPlace,
  type GridFilter,
  hasEnded,
  outcomeAt,
  placesShown,
  scoreAt,
} from "./grid-model.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** The same cells as a list, with what each scored; of many only those in sight are made. */
export function CellTable(props: {
  grid: GridView;
  order: readonly string[];
  filter: GridFilter;
  selected: CellAddress | null;
  onSelect: (cell: CellAddress) => void;
}) {
  const { grid, filter, order } = props;
  const places = useMemo(
    () => placesShown(grid, order, filter, "task"),
    [grid, order, filter.outcome, filter.category, filter.subject, filter.text, filter.sort],
  );
  const subjects = useMemo(() => sharedStarts(grid.subjects), [grid]);
  const tasks = useMemo(() => sharedStarts(grid.tasks.map(({ id }) => id)), [grid]);
  const chosen = props.selected ? findPlace(grid, props.selected) : -1;
  return (
    <Card title={`${counted(places.length, "cell")} in a list`}>
      <div class="list-row head" aria-hidden="true">
        <i class="swatch" />
        <span class="word">outcome</span>
        <span class="num">score</span>
        <span class="subject">subject</span>
        <span class="task">task</span>
        {grid.perTask && <span class="num wide">cost · time, mean over runs</span>}
      </div>
      <VirtualRows
        count={places.length}
        rowHeight={26}
        height={420}
        label="Cells in a list"
        row={(at) => {
          const place = places[at]!;
          const cell = addressOf(grid, place);
          const score = scoreAt(grid, place);
          const pair = Math.floor(place / grid.repetitions);
          return (
            <button
              type="button"
              class={`list-row${place === chosen ? " on" : ""}`}
              onClick={() => props.onSelect(cell)}
            >
              <Swatch outcome={outcomeAt(grid, place)} />
              <span class="word">{outcomeWord(outcomeAt(grid, place))}</span>
              <span class="num">{score === null ? "" : fixed(score, 2)}</span>
              <span class="subject">
                <CutName name={cell.subject} shared={subjects.get(cell.subject)} />
              </span>
              <span class="task">
                <CutName name={cell.task} shared={tasks.get(cell.task)} />{" "}
                <small>run {cell.repetition + 1}</small>
              </span>
              <span class="num wide">
                {grid.perTask
                  ? `${hasEnded(grid, pair) ? money(grid.perTask.costUsd[pair] ?? null) : "–"} · ${timeText(grid.perTask.ms[pair] ?? null)}`
                  : ""}
              </span>
            </button>
          );
        }}
      />
    </Card>
  );
}

/** A time that nobody knows, or that is not to be trusted, is not shown. */
function timeText(ms: number | null): string {
  return ms === null ? "–" : duration(ms);
}
