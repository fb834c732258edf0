import { useMemo } from "preact/hooks";
import type { ComparisonView } from "../../src/contract/index.ts";
import { ExportButtons, svgOf } from "../parts/export-chart.tsx";
import { optionNames } from "../parts/fit-text.ts";
import { nameText, signed } from "../parts/format.ts";
import { Card } from "../parts/shell.tsx";
import { useNarrow } from "../parts/use-narrow.ts";
import { Drawing, useSheet } from "./drawing.tsx";
import { linear } from "./scale.ts";

const height = 150;
const left = 44;
/** Pixels that the difference takes beside the name of its task. */
const besideName = 40;

/** The difference on every task, from the worst to the best, with the mean and its interval across. */
export function DifferenceBars(props: {
  view: ComparisonView;
  picked: string | null;
  onPick: (task: string) => void;
}) {
  const { view } = props;
  const sheet = useSheet(900);
  const { svg, width } = sheet;
  const reached = [...view.perTask.map(({ a, b }) => b - a), ...(view.interval ?? [])];
  const most = Math.max(0.1, ...reached.map(Math.abs));
  const y = linear([-most, most], [height - 14, 14]);
  const each = Math.min(52, (width - left - 8) / view.perTask.length);
  const end = left + each * view.perTask.length;
  const counts = view.perTask.reduce(
    (sum, { a, b }) => ({ up: sum.up + (b > a ? 1 : 0), down: sum.down + (b < a ? 1 : 0) }),
    { up: 0, down: 0 },
  );
  const narrow = useNarrow();
  const names = useMemo(
    () =>
      optionNames(
        view.perTask.map(({ task }) => task),
        narrow,
        besideName,
      ),
    [view.perTask, narrow],
  );
  const said = `Difference on ${view.perTask.length} tasks: ${counts.up} better, ${counts.down} worse${view.delta === null ? "" : `, ${signed(view.delta)} on average`}.`;
  const pick = (event: Event) => {
    const { task } = (event.target as HTMLElement).dataset;
    if (task !== undefined) props.onPick(task);
  };
  return (
    <Card
      title="Difference on each task, B minus A, with the mean and its 95 % interval"
      actions={
        <ExportButtons name={`${view.a.subject} ${view.b.subject} difference`} svg={() => svgOf(svg)} />
      }
    >
      <Drawing sheet={sheet} height={height} label={said} onClick={pick}>
        {view.interval && (
          <rect
            class="band"
            x={left}
            width={end - left}
            y={y(view.interval[1])}
            height={Math.max(1, y(view.interval[0]) - y(view.interval[1]))}
          />
        )}
        <line class="axis" x1={left} x2={end} y1={y(0)} y2={y(0)} />
        {[-most, 0, most].map((tick) => (
          <text key={tick} class="tick" x={left - 6} y={y(tick) + 4} text-anchor="end">
            {signed(tick, 2)}
          </text>
        ))}
        {view.perTask.map(({ task, a, b }, at) => {
          const [top, bottom] = [y(Math.max(0, b - a)), y(Math.min(0, b - a))];
          return (
            <rect
              key={task}
              data-task={task}
              class={`diff ${b > a ? "up" : b < a ? "down" : "same"}${task === props.picked ? " on" : ""}`}
              x={left + at * each + (each > 4 ? 1 : 0)}
              width={Math.max(0.6, each - (each > 4 ? 2 : 0))}
              y={b === a ? top - 1.5 : top}
              height={b === a ? 3 : bottom - top}
            >
              <title>{`${nameText(task)}: ${signed(b - a)}`}</title>
            </rect>
          );
        })}
        {view.delta !== null && (
          <line class="mean" x1={left} x2={end} y1={y(view.delta)} y2={y(view.delta)} />
        )}
      </Drawing>
      <label class="meta">
        Side by side{" "}
        <select
          aria-label="Task side by side"
          value={props.picked ?? ""}
          onChange={(event) => props.onPick(event.currentTarget.value)}
        >
          {props.picked === null && <option value="">choose a task</option>}
          {view.perTask.map(({ task, a, b }, at) => (
            <option key={task} value={task}>
              {names[at]} ({signed(b - a, 2)})
            </option>
          ))}
        </select>
      </label>
    </Card>
  );
}
