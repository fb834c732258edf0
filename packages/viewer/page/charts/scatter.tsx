import type { SubjectView } from "../../src/contract/index.ts";
import { ExportButtons, svgOf } from "../parts/export-chart.tsx";
import { fitNames, textWidth } from "../parts/fit-text.ts";
import { counted, listed, many, meanText, money, nameText } from "../parts/format.ts";
import { Card, Empty } from "../parts/shell.tsx";
import { Drawing, useSheet } from "./drawing.tsx";
import { Mark } from "./mark.tsx";
import { placeLabels } from "./place-labels.ts";
import { linear, logTicks, ticks, tickTexts } from "./scale.ts";

/** Where the axis of scores is, and where on the other one stands what costs nothing, if anything does. */
const left = 52;
const free = left + 16;
const longestLabel = 150;

/** Score against cost, with the front of those that no other beats on both. */
export function Scatter(props: { subjects: SubjectView[]; unit: "score" | "pass rate"; name: string }) {
  const { unit } = props;
  const sheet = useSheet(420);
  const { svg, width } = sheet;
  const scored = props.subjects.filter(({ mean }) => mean !== null);
  const points = scored.filter(({ costPerTaskUsd }) => costPerTaskUsd !== null);
  const title = unit === "score" ? "Score against cost" : "Pass rate against cost";
  // What costs nothing has no place on such an axis: it stands before its beginning.
  const paid = points.filter(({ costPerTaskUsd }) => costPerTaskUsd! > 0);
  if (paid.length === 0)
    return (
      <Card title={title}>
        <Empty>{nothingToDraw(scored.length, points.length)}</Empty>
      </Card>
    );
  const highest = props.subjects.length > many ? 560 : 250;
  const height = Math.max(190, Math.min(highest, 30 + props.subjects.length * 27 + 26));
  const anyFree = paid.length < points.length;
  const costs = paid.map(({ costPerTaskUsd }) => Math.log10(costPerTaskUsd!));
  const pad = Math.max(0.15, (Math.max(...costs) - Math.min(...costs)) * 0.1);
  const costRange = [Math.min(...costs) - pad, Math.max(...costs) + pad] as const;
  const means = points.map(({ mean }) => mean!);
  const gap = Math.max(unit === "score" ? 0.02 : 0.1, (Math.max(...means) - Math.min(...means)) * 0.15);
  const meanRange = [
    Math.max(0, Math.min(...means) - gap),
    Math.min(1.02, Math.max(...means) + gap),
  ] as const;
  const x = linear(costRange, [anyFree ? free + 30 : left, width - 14]);
  const at = (usd: number) => (usd > 0 ? x(Math.log10(usd)) : free);
  const y = linear(meanRange, [height - 34, 12]);
  const front = points.filter(({ pareto }) => pareto).sort((a, b) => a.costPerTaskUsd! - b.costPerTaskUsd!);
  const names = fitNames(
    points.map(({ name }) => nameText(name)),
    longestLabel,
  );
  const placed = placeLabels(
    points.map((point, place) => {
      const text = names[place]!;
      const mark = { x: at(point.costPerTaskUsd!), y: y(point.mean!) };
      return { point, text, ...mark, length: textWidth(text), rank: rankOf(point) };
    }),
    { left: left - 2, right: width, bottom: height - 30 },
  );
  const meanTicks = ticks(meanRange[0], Math.min(1, meanRange[1]), 4);
  const meanTexts = tickTexts(meanTicks, unit);
  const costTicks = logTicks(10 ** costRange[0], 10 ** costRange[1]);
  return (
    <Card title={title} actions={<ExportButtons name={`${props.name} cost`} svg={() => svgOf(svg)} />}>
      <Drawing sheet={sheet} height={height} label={described(points, unit)}>
        <line class="axis" x1={left} x2={width - 8} y1={height - 30} y2={height - 30} />
        <line class="axis" x1={left} x2={left} y1={8} y2={height - 30} />
        {meanTicks.map((tick, place) => (
          <text key={tick} class="tick" x={left - 6} y={y(tick) + 4} text-anchor="end">
            {meanTexts[place]}
          </text>
        ))}
        {anyFree && (
          <text class="tick" x={free} y={height - 16} text-anchor="middle">
            $0
          </text>
        )}
        {costTicks.map((tick) => (
          <text key={tick} class="tick" x={x(Math.log10(tick))} y={height - 16} text-anchor="middle">
            {`$${Number(tick.toPrecision(2))}`}
          </text>
        ))}
        <text class="tick" x={width - 8} y={height - 3} text-anchor="end">
          cost a {unit === "score" ? "task" : "run"}, log
        </text>
        {front.length > 1 && (
          <polyline
            class="front"
            points={front.map(({ mean, costPerTaskUsd }) => `${at(costPerTaskUsd!)},${y(mean!)}`).join(" ")}
          />
        )}
        {baselineLast(placed).map(({ mark: { point, text, ...mark }, label }) => (
          <g key={point.name} class={`v-${point.verdict ?? "none"}`}>
            <title>{`${nameText(point.name)}: ${meanText(point.mean!, unit)} at ${money(point.costPerTaskUsd)}`}</title>
            <Mark x={mark.x} y={mark.y} verdict={point.verdict} />
            {label && (
              <text class="label" x={label.x} y={label.y} text-anchor={label.anchor}>
                {text}
              </text>
            )}
          </g>
        ))}
      </Drawing>
      <Missing
        nameless={placed.filter(({ label }) => label === null).length}
        unknown={scored.filter(({ costPerTaskUsd }) => costPerTaskUsd === null).map(({ name }) => name)}
      />
    </Card>
  );
}

function nothingToDraw(scored: number, known: number): string {
  if (scored === 0) return "Nothing has a score yet.";
  if (known === 0) return "No cost is known.";
  return known < scored
    ? "Some costs are not known, and the others are $0."
    : "Nothing was paid for any of them.";
}

/** What a reader would look for in the chart and not find. */
function Missing({ nameless, unknown }: { nameless: number; unknown: readonly string[] }) {
  return (
    <>
      {unknown.length > 0 && (
        <p class="meta small">Not drawn, because the cost is not known: {listed(unknown.map(nameText))}.</p>
      )}
      {nameless > 0 && (
        <p class="meta small">
          There is no room for {counted(nameless, "name")}: the pointer on a mark tells it.
        </p>
      )}
    </>
  );
}

/** Whose name is shown where not all can be: the front, the baseline, what is decided, then the others. */
function rankOf({ pareto, verdict }: SubjectView): number {
  if (pareto || verdict === "baseline") return 0;
  return verdict === "better" || verdict === "worse" ? 1 : 2;
}

/** The mark of the baseline is the smallest: drawn last it is seen inside one that stands in the same place. */
function baselineLast<T extends { mark: { point: SubjectView } }>(placed: readonly T[]): T[] {
  const isBaseline = ({ mark }: T) => mark.point.verdict === "baseline";
  return [...placed.filter((each) => !isBaseline(each)), ...placed.filter(isBaseline)];
}

function described(points: readonly SubjectView[], unit: "score" | "pass rate"): string {
  const each = points.map(({ name, mean, costPerTaskUsd, pareto }) => {
    return `${nameText(name)}: ${meanText(mean!, unit)} at ${money(costPerTaskUsd)}${pareto ? ", on the front" : ""}`;
  });
  return `The ${unit} against the cost of a ${unit === "score" ? "task" : "run"}. ${each.join("; ")}.`;
}
