import { useLayoutEffect, useMemo } from "preact/hooks";
import type { CellAddress, GridView, OutcomeName, RunHead, RunView } from "../../src/contract/index.ts";
import { CellPanel } from "../cell/cell-panel.tsx";
import { HeatMap } from "../charts/heat-map.tsx";
import { IntervalBars } from "../charts/interval-bars.tsx";
import { Scatter } from "../charts/scatter.tsx";
import type { LoadError } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { CellGrid } from "../grid/cell-grid.tsx";
import { CellTable } from "../grid/cell-table.tsx";
import {
  addressOf,
  countOutcomes,
  findPlace,
  type GridFilter,
  outcomeAt,
  placesShown,
  runsText,
  subjectsShown,
  tasksShown,
} from "../grid/grid-model.ts";
import { gridSvg } from "../grid/grid-svg.ts";
import { ExportButtons } from "../parts/export-chart.tsx";
import { count, counted } from "../parts/format.ts";
import { OutcomeCounts } from "../parts/outcome.tsx";
import { Card, Empty, Problem, Waiting } from "../parts/shell.tsx";
import { go, href, type Route } from "../route.ts";
import { Failures } from "./broken.tsx";
import { CaseTable } from "./case-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Verdicts } from "./verdicts.tsx";

/** A run: its verdicts and charts, or all of its cells, and on the right the evidence of the one that is open. */
export function RunPage(props: {
  route: Route;
  head: RunHead | null;
  problem: LoadError | null;
  revision: number;
}) {
  const { route, head, revision } = props;
  const run = route.run!;
  const { data: grid } = useData<GridView>(`runs/${run}/grid`, revision);
  // The statistics take longer than the cells: they are asked for when those are there.
  const { data: view, error } = useData<RunView>(grid ? `runs/${run}/view` : null, revision);
  const selected = cellOf(route.query);
  const filter = filterOf(route.query);
  const order = useMemo(
    () => (view ? view.subjects.map(({ name }) => name) : (grid?.subjects ?? [])),
    [view, grid],
  );
  const shown = useMemo(() => {
    if (!grid) return { tasks: 0, outcomes: {} };
    const subjects = subjectsShown(grid, order, filter);
    // Those of other outcomes are counted too: a click on one goes there.
    const tasks = tasksShown(grid, subjects, { ...filter, outcome: "", sort: "order" });
    return { tasks: tasks.length, outcomes: countOutcomes(grid, subjects, tasks) };
  }, [grid, order, filter.subject, filter.category, filter.text]);
  const to = (query: Record<string, string | number | null>, quietly = false) =>
    go(href(route.page, run, { ...route.query, ...query }), { quietly });
  const select = (cell: CellAddress | null) =>
    to(
      { subject: cell?.subject ?? null, task: cell?.task ?? null, rep: cell?.repetition ?? null },
      selected !== null && cell !== null,
    );
  // Worked out when a key asks for it first: of a large run it takes a moment.
  const placesInOrder = useMemo(() => {
    let places: readonly number[] | null = null;
    const by = route.page === "cells" ? "task" : "subject";
    return () => (places ??= grid ? placesShown(grid, order, filter, by) : []);
  }, [grid, order, route.page, filter.outcome, filter.category, filter.subject, filter.text, filter.sort]);
  useCellKeys(grid, placesInOrder, selected, select);
  if (props.problem) return <Problem error={props.problem} />;
  if (head && head.planned === 0)
    return <Empty command="x compare benchmark.ts">This run has no cells.</Empty>;
  const change = (changed: Partial<GridFilter>) => to({ ...queryOf({ ...filter, ...changed }) }, true);
  return (
    <div class={selected ? "with-panel" : "without-panel"}>
      <div class="content">
        {route.page === "run" && (
          <>
            <Verdicts view={view} head={head} />
            {error && <Problem error={error} />}
            {view && (
              <div class={view.subjects.length > 1 ? "two" : "one"}>
                <IntervalBars
                  subjects={view.subjects}
                  baseline={view.baseline}
                  unit={view.unit}
                  name={view.head.name}
                />
                {view.subjects.length > 1 && (
                  <Scatter subjects={view.subjects} unit={view.unit} name={view.head.name} />
                )}
              </div>
            )}
            {view && view.categories.length > 0 && <HeatMap view={view} />}
            {view && view.cases.length > 0 && <CaseTable view={view} run={run} />}
          </>
        )}
        {grid ? (
          <Card
            title={`Cells: ${shown.tasks < grid.tasks.length ? `${count(shown.tasks)} of ` : ""}${counted(grid.tasks.length, view?.unit === "pass rate" ? "case" : "task")}${grid.families === undefined ? "" : ` in ${counted(grid.families, "family", "families")}`} × ${runsText(grid)}, one square each`}
            actions={
              <ExportButtons
                name={`${head?.name ?? run} cells`}
                svg={() =>
                  gridSvg(
                    grid,
                    order.map((name) => grid.subjects.indexOf(name)),
                    [...grid.tasks.keys()],
                  )
                }
              />
            }
          >
            {(route.page === "cells" || grid.codes.length > 1000) && (
              <FilterBar grid={grid} filter={filter} onChange={change} />
            )}
            <CellGrid
              grid={grid}
              order={order}
              filter={filter}
              selected={selected}
              onSelect={select}
              height={route.page === "cells" ? 340 : 420}
            />
            <OutcomeCounts
              outcomes={shown.outcomes}
              picked={filter.outcome}
              onPick={(outcome) => change({ outcome })}
            />
          </Card>
        ) : (
          <Waiting what="Reading the cells" />
        )}
        {route.page === "cells" && grid && (
          <CellTable grid={grid} order={order} filter={filter} selected={selected} onSelect={select} />
        )}
        {route.page === "run" && view && <Failures view={view} />}
      </div>
      {selected && (
        <CellPanel
          run={run}
          cell={selected}
          baseline={view?.baseline ?? null}
          revision={revision}
          onClose={() => select(null)}
        />
      )}
    </div>
  );
}

/** j and k go through the cells as they are shown, f to the next that did not pass, Escape closes. */
function useCellKeys(
  grid: GridView | null,
  shown: () => readonly number[],
  selected: CellAddress | null,
  select: (cell: CellAddress | null) => void,
) {
  // With the page as it is now: a key may come before anything that is put off.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest?.("input, textarea, select, dialog")
      )
        return;
      if (event.key === "Escape" && selected) select(null);
      if (!grid || !"jkf".includes(event.key)) return;
      const places = shown();
      const from = selected ? places.indexOf(findPlace(grid, selected)) : -1;
      const step = event.key === "k" ? -1 : 1;
      let at = from + step;
      if (event.key === "f")
        while (at < places.length && uneventful.has(outcomeAt(grid, places[at]!))) at += 1;
      const place = places[at];
      if (place !== undefined) select(addressOf(grid, place));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Outcomes that nobody looks for who looks for what went wrong. */
const uneventful: ReadonlySet<OutcomeName> = new Set<OutcomeName>(["passed", "running", "untried"]);

function cellOf({ subject, task, rep }: Route["query"]): CellAddress | null {
  const repetition = Number(rep);
  if (subject === undefined || task === undefined || !Number.isInteger(repetition)) return null;
  return { subject, task, repetition };
}

function filterOf({ outcome = "", category = "", who = "", q = "", sort }: Route["query"]): GridFilter {
  return {
    outcome,
    category,
    subject: who,
    text: q,
    sort: sort === "hardest" || sort === "split" ? sort : "order",
  };
}

function queryOf({ outcome, category, subject, text, sort }: GridFilter) {
  return { outcome, category, who: subject, q: text, sort: sort === "order" ? null : sort };
}
