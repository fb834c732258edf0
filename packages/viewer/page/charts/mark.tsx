import type { SubjectView } from "../../src/contract/index.ts";

/** Better is a full disc, worse a diamond, the baseline a square, what cannot be told a ring: not by colour alone. */
export function Mark({ x, y, verdict }: { x: number; y: number; verdict: SubjectView["verdict"] }) {
  if (verdict === "worse") return <path class="dot" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />;
  if (verdict === "baseline")
    return <rect class="dot" x={x - 4.5} y={y - 4.5} width={9} height={9} rx={1.5} />;
  if (verdict === "better" || verdict === "equivalent") return <circle class="dot" cx={x} cy={y} r={5.5} />;
  return <circle class="ring" cx={x} cy={y} r={4.5} />;
}
