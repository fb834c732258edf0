import type { SubjectView } from "../../src/contract/index.ts";

type Verdict = SubjectView["verdict"];

/**
 * Better is a full disc, worse a diamond, as good as the baseline an equals sign, the baseline itself a square, what
 * cannot be told a ring: not by colour alone.
 */
export function Mark({ x, y, verdict }: { x: number; y: number; verdict: Verdict }) {
  if (verdict === "worse") return <path class="dot" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />;
  if (verdict === "baseline")
    return <rect class="dot" x={x - 4.5} y={y - 4.5} width={9} height={9} rx={1.5} />;
  if (verdict === "equivalent")
    return (
      <g>
        <rect class="ground" x={x - 7} y={y - 6} width={14} height={12} rx={3} />
        <path class="dot" d={`M${x - 6} ${y - 4.5}h12v3h-12zM${x - 6} ${y + 1.5}h12v3h-12z`} />
      </g>
    );
  if (verdict === "better") return <circle class="dot" cx={x} cy={y} r={5.5} />;
  return <circle class="ring" cx={x} cy={y} r={4.5} />;
}

const words: readonly (readonly [verdicts: readonly Verdict[], word: string])[] = [
  [["better"], "better than the baseline"],
  [["worse"], "worse"],
  [["equivalent"], "as good"],
  [["inconclusive", "too-few-tasks"], "not decided"],
  [["baseline"], "baseline"],
];

/** What the marks of a chart mean, as far as they occur in it. Without a baseline there is nothing to say. */
export function MarkKey({ subjects }: { subjects: readonly SubjectView[] }) {
  const drawn = new Set(subjects.filter(({ mean }) => mean !== null).map(({ verdict }) => verdict));
  const there = words.filter(([verdicts]) => verdicts.some((verdict) => drawn.has(verdict)));
  if (there.length < 2) return null;
  return (
    <div class="key">
      {there.map(([[verdict], word]) => (
        <span key={word} class="chart mark">
          <svg class={`v-${verdict}`} width={16} height={14} aria-hidden="true">
            <Mark x={8} y={7} verdict={verdict!} />
          </svg>
          {word}
        </span>
      ))}
    </div>
  );
}
