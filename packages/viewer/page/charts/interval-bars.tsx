import type { SubjectView } from "../../src/contract/index.ts";
import { ExportButtons, svgOf } from "../parts/export-chart.tsx";
import { fitNames, textWidth } from "../parts/fit-text.ts";
import { many, meanText, nameText } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { Card } from "../parts/shell.tsx";
import { Drawing, useSheet } from "./drawing.tsx";
import { Mark, MarkKey } from "./mark.tsx";
import { linear, ticks, tickTexts } from "./scale.ts";

const row = 27;

/** Means as marks with their intervals on one axis, the baseline as a line. */
export function IntervalBars(props: {
  subjects: SubjectView[];
  baseline: string | null;
  unit: "score" | "pass rate";
  name: string;
}) {
  const { subjects, unit } = props;
  const sheet = useSheet();
  const { svg, width } = sheet;
  const known = subjects.filter(({ mean }) => mean !== null);
  const tall = subjects.length > many;
  const room = width * 0.36;
  const names = fitNames(
    subjects.map(({ name }) => nameText(name)),
    room,
  );
  const left = Math.min(room, Math.max(...names.map(textWidth), 30)) + 4;
  const right = width - 62;
  const domain = domainOf(known);
  const x = linear(domain, [left + 10, right - 10]);
  const top = tall ? 44 : 30;
  const height = top + subjects.length * row + 26;
  const base = known.find(({ name }) => name === props.baseline);
  const marks = ticks(domain[0], domain[1], Math.max(2, Math.min(6, Math.floor((right - left) / 80))));
  const title =
    unit === "score"
      ? "Score, 95 % interval over tasks like these"
      : "Pass rate, 95 % interval over cases like these";
  const texts = tickTexts(marks, unit);
  const chart = (
    <Drawing sheet={sheet} height={height} label={described(props.subjects, unit)}>
      {marks.map((tick, at) => (
        <g key={tick}>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={top - 6} y2={height - 22} />
          {(tall ? [height - 6, top - 12] : [height - 6]).map((y) => (
            <text key={y} class="tick" x={x(tick)} y={y} text-anchor="middle">
              {texts[at]}
            </text>
          ))}
        </g>
      ))}
      {base && (
        <g>
          <line class="base" x1={x(base.mean!)} x2={x(base.mean!)} y1={16} y2={height - 22} />
          <text class="tick" x={x(base.mean!)} y={12} text-anchor="middle">
            baseline
          </text>
        </g>
      )}
      {subjects.map((subject, at) => {
        const y = top + at * row + row / 2 - 4;
        const { mean, interval } = subject;
        return (
          <g key={subject.name} class={`v-${subject.verdict ?? "none"}`}>
            <text class="label" x={left} y={y + 4} text-anchor="end">
              {names[at]}
              <title>{nameText(subject.name)}</title>
            </text>
            {interval && <line class="bar" x1={x(interval[0])} x2={x(interval[1])} y1={y} y2={y} />}
            {mean !== null && <Mark x={x(mean)} y={y} verdict={subject.verdict} />}
            <text class="value" x={width - 4} y={y + 4} text-anchor="end">
              {mean === null ? "–" : meanText(mean, unit)}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
  return (
    <Card title={title} actions={<ExportButtons name={`${props.name} ${unit}`} svg={() => svgOf(svg)} />}>
      {tall ? (
        <ScrollBox class="tall" label={`Chart: ${title}`}>
          {chart}
        </ScrollBox>
      ) : (
        chart
      )}
      <MarkKey subjects={subjects} />
    </Card>
  );
}

function domainOf(subjects: readonly SubjectView[]): [number, number] {
  const values = subjects.flatMap(({ mean, interval }) => [mean!, ...(interval ?? [])]);
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(0.04, (high - low) * 0.08);
  return [Math.max(0, low - room), Math.min(1, high + room)];
}

function described(subjects: readonly SubjectView[], unit: "score" | "pass rate"): string {
  const each = subjects.map(({ name, mean, interval }) => {
    if (mean === null) return `${nameText(name)}: no score`;
    const range = interval ? `, ${meanText(interval[0], unit)} to ${meanText(interval[1], unit)}` : "";
    return `${nameText(name)}: ${meanText(mean, unit)}${range}`;
  });
  return `The ${unit} of each, best first. ${each.join("; ")}.`;
}
