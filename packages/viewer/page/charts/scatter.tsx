import { useRef } from "preact/hooks";
import type { SubjectView } from "../../src/contract/index.ts";
import { ExportButtons, svgOf } from "../parts/export-chart.tsx";
import { meanText, money } from "../parts/format.ts";
import { Card, Empty } from "../parts/shell.tsx";
import { useWidth } from "../parts/use-width.ts";
import { shortened } from "./interval-bars.tsx";
import { Mark } from "./mark.tsx";
import { linear, logTicks, ticks } from "./scale.ts";

/** Score against cost, with the front of those that no other beats on both. */
export function Scatter(props: { subjects: SubjectView[]; unit: "score" | "pass rate"; name: string }) {
  const { unit } = props;
  const [box, width] = useWidth<HTMLDivElement>(420);
  const svg = useRef<SVGSVGElement>(null);
  const points = props.subjects.filter(
    ({ mean, costPerTaskUsd }) => mean !== null && costPerTaskUsd !== null,
  );
  const title = unit === "score" ? "Score against cost" : "Pass rate against cost";
  if (points.length === 0)
    return (
      <Card title={title}>
        <Empty>No cost is known.</Empty>
      </Card>
    );
  const height = Math.max(190, Math.min(250, 30 + props.subjects.length * 27 + 26));
  // What costs nothing has no place on such an axis: it stands on its edge.
  const paid = points.filter(({ costPerTaskUsd }) => costPerTaskUsd! > 0);
  const costs = paid.length > 0 ? paid.map(({ costPerTaskUsd }) => Math.log10(costPerTaskUsd!)) : [-3];
  const means = points.map(({ mean }) => mean!);
  const pad = Math.max(0.15, (Math.max(...costs) - Math.min(...costs)) * 0.1);
  const costRange = [Math.min(...costs) - pad, Math.max(...costs) + pad] as const;
  const gap = Math.max(unit === "score" ? 0.02 : 0.1, (Math.max(...means) - Math.min(...means)) * 0.15);
  const meanRange = [
    Math.max(0, Math.min(...means) - gap),
    Math.min(1.02, Math.max(...means) + gap),
  ] as const;
  const x = linear(costRange, [46, width - 14]);
  const at = (usd: number) => (usd > 0 ? x(Math.log10(usd)) : 58);
  const y = linear(meanRange, [height - 34, 12]);
  const front = points.filter(({ pareto }) => pareto).sort((a, b) => a.costPerTaskUsd! - b.costPerTaskUsd!);
  const placed = placeLabels(
    points.map((point) => ({ point, x: at(point.costPerTaskUsd!), y: y(point.mean!) })),
    width,
  );
  return (
    <Card title={title} actions={<ExportButtons name={`${props.name} cost`} svg={() => svgOf(svg)} />}>
      <div ref={box} class="chart">
        <svg ref={svg} width={width} height={height} role="img" aria-label={described(points, unit)}>
          <line class="axis" x1={46} x2={width - 8} y1={height - 30} y2={height - 30} />
          <line class="axis" x1={46} x2={46} y1={8} y2={height - 30} />
          {ticks(meanRange[0], Math.min(1, meanRange[1]), 4).map((tick) => (
            <text key={tick} class="tick" x={40} y={y(tick) + 4} text-anchor="end">
              {unit === "score" ? tick.toFixed(2) : `${Math.round(tick * 100)} %`}
            </text>
          ))}
          {logTicks(10 ** costRange[0], 10 ** costRange[1]).map((tick) => (
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
          {placed.map(({ point, x: px, y: py, tx, ty, anchor }) => (
            <g key={point.name} class={`v-${point.verdict ?? "none"}`}>
              <title>{`${point.name}: ${meanText(point.mean!, unit)} at ${money(point.costPerTaskUsd)}`}</title>
              <Mark x={px} y={py} verdict={point.verdict} />
              <text class="label" x={tx} y={ty} text-anchor={anchor}>
                {shortened(point.name, 22)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </Card>
  );
}

interface Placed {
  point: SubjectView;
  x: number;
  y: number;
}

/** Beside its mark, on the side with room, and not over another label. */
function placeLabels(points: Placed[], width: number) {
  const taken: { left: number; right: number; y: number }[] = points.map(({ x, y }) => ({
    left: x - 7,
    right: x + 7,
    y,
  }));
  return points.map(({ point, x, y }) => {
    const length = Math.min(22, point.name.length) * 6.6;
    const choices = [
      { tx: x + 10, ty: y + 4, anchor: "start" as const },
      { tx: x - 10, ty: y + 4, anchor: "end" as const },
      { tx: x + 6, ty: y + 18, anchor: "start" as const },
      { tx: x + 6, ty: y - 9, anchor: "start" as const },
      { tx: x - 6, ty: y + 18, anchor: "end" as const },
      { tx: x - 6, ty: y - 9, anchor: "end" as const },
    ];
    const spanOf = ({ tx, ty, anchor }: (typeof choices)[number]) => {
      return {
        left: anchor === "start" ? tx : tx - length,
        right: anchor === "start" ? tx + length : tx,
        y: ty - 4,
      };
    };
    const free = choices.find((choice) => {
      const span = spanOf(choice);
      if (span.left < 44 || span.right > width) return false;
      return !taken.some(
        (other) => Math.abs(other.y - span.y) < 12 && other.left < span.right && other.right > span.left,
      );
    });
    const chosen =
      free ??
      choices.find((choice) => spanOf(choice).right <= width && spanOf(choice).left >= 0) ??
      choices[0]!;
    taken.push(spanOf(chosen));
    return { point, x, y, ...chosen };
  });
}

function described(points: readonly SubjectView[], unit: "score" | "pass rate"): string {
  const each = points.map(({ name, mean, costPerTaskUsd, pareto }) => {
    return `${name}: ${meanText(mean!, unit)} at ${money(costPerTaskUsd)}${pareto ? ", on the front" : ""}`;
  });
  return `The ${unit} against the cost of a task. ${each.join("; ")}.`;
}
