import type { RunListItem, RunScore } from "../../src/contract/index.ts";
import { ExportButtons, svgOf } from "../parts/export-chart.tsx";
import { meanText, nameText, when } from "../parts/format.ts";
import { Card } from "../parts/shell.tsx";
import { href } from "../route.ts";
import { Drawing, useSheet } from "./drawing.tsx";
import { linear } from "./scale.ts";

const height = 84;

/** The score of one suite or benchmark from run to run, the oldest first, each with its interval. */
export function TrendLine({ points }: { points: { run: RunListItem; score: RunScore }[] }) {
  const sheet = useSheet(300);
  const { svg, width } = sheet;
  const name = nameText(points[0]!.run.name);
  const { unit } = points[0]!.score;
  const values = points.flatMap(({ score }) => [score.mean!, ...(score.interval ?? [])]);
  const x = linear([0, Math.max(1, points.length - 1)], [14, width - 60]);
  const y = linear(
    [Math.max(0, Math.min(...values) - 0.03), Math.min(1, Math.max(...values) + 0.03)],
    [height - 10, 10],
  );
  const last = points.at(-1)!;
  const said = points
    .map(({ run, score }) => `${when(run.createdAt)} ${meanText(score.mean!, unit)}`)
    .join("; ");
  return (
    <Card
      title={`${name}, ${unit} from run to run${points[0]!.run.simulated ? ", simulated" : ""}`}
      actions={<ExportButtons name={`${name} trend`} svg={() => svgOf(svg)} />}
    >
      <Drawing sheet={sheet} height={height} label={`${name}: ${said}`} links>
        <polyline
          class="front"
          points={points.map(({ score }, at) => `${x(at)},${y(score.mean!)}`).join(" ")}
        />
        {points.map(({ run, score }, at) => (
          <a
            key={run.id}
            href={href("run", run.id)}
            aria-label={`Run ${run.short}, ${meanText(score.mean!, unit)}`}
          >
            <title>{`${run.short}, ${when(run.createdAt)}: ${nameText(score.subject)} ${meanText(score.mean!, unit)}`}</title>
            {score.interval && (
              <line
                class="whisker"
                x1={x(at)}
                x2={x(at)}
                y1={y(score.interval[0])}
                y2={y(score.interval[1])}
              />
            )}
            <circle class="point" cx={x(at)} cy={y(score.mean!)} r={4} />
          </a>
        ))}
        <text class="value" x={width - 2} y={y(last.score.mean!) + 4} text-anchor="end">
          {meanText(last.score.mean!, unit)}
        </text>
      </Drawing>
    </Card>
  );
}
