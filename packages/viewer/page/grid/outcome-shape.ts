import type { OutcomeName } from "../../src/contract/index.ts";
import { colour } from "../parts/export-chart.tsx";

/** A box in an SVG file. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One coat of paint of an outcome: how it is painted, and its path in a box. */
export interface Coat {
  paint: string;
  path: (box: Box) => string;
}

const whole = ({ x, y, width, height }: Box) => `M${x} ${y}h${width}v${height}h-${width}z`;
const outline = ({ x, y, width, height }: Box) =>
  `M${x + 0.5} ${y + 0.5}h${width - 1}v${height - 1}h-${width - 1}z`;
const rising = ({ x, y, width, height }: Box) => `M${x} ${y + height}l${width} -${height}`;

/** An outcome as it is painted in a file: as on the page, to be told from the others without its colour too. */
export function coatsOf(outcome: OutcomeName): Coat[] {
  const own = colour(`--o-${outcome}`);
  const fill = (paint: string, path: Coat["path"]): Coat => ({ paint: `fill="${paint}"`, path });
  const stroke = (paint: string, path: Coat["path"]): Coat => ({
    paint: `fill="none" stroke="${paint}" stroke-width="1"`,
    path,
  });
  const part = (share: Partial<Record<"across" | "down", number>>): Coat[] => [
    fill(colour("--o-ground"), whole),
    fill(own, ({ x, y, width, height }) => {
      const [wide, high] = [width * (share.across ?? 1), height * (share.down ?? 1)];
      return whole({ x, y: y + height - high, width: wide, height: high });
    }),
  ];
  const stripes = (steps: readonly number[]): Coat[] => [
    stroke(own, outline),
    stroke(own, ({ x, y, width, height }) =>
      steps.map((step) => `M${x} ${y + height * step}h${width}`).join(""),
    ),
  ];
  switch (outcome) {
    case "failed":
      return [fill(own, whole), stroke(colour("--card"), rising)];
    case "timed-out":
      return part({ down: 0.6 });
    case "over-budget":
      return part({ across: 0.55 });
    case "unscored":
      return [stroke(own, outline), stroke(own, rising)];
    case "infrastructure":
      return stripes([0.25, 0.5, 0.75]);
    case "cancelled":
      return stripes([0.5]);
    case "untried":
      return [stroke(own, outline)];
    case "running":
      return [
        fill(own, whole),
        fill(colour("--card"), ({ x, y, width, height }) =>
          whole({ x: x + width / 2 - 1, y: y + height / 2 - 1, width: 2, height: 2 }),
        ),
      ];
    default:
      return [fill(own, whole)];
  }
}
