/** A mark that wants a label of so many pixels. Of two that want the same place the one of the lower rank has it. */
export interface Labelled {
  x: number;
  y: number;
  length: number;
  rank: number;
}

/** Where a label stands: its base line, and which of its ends is at `x`. */
export interface Label {
  x: number;
  y: number;
  anchor: "start" | "end";
}

/** The height that a line of text takes. */
const line = 14;

/** Each label beside its mark, inside the chart, and over no other label or mark; null where there is no such place. */
export function placeLabels<T extends Labelled>(
  marks: readonly T[],
  { left, right, bottom }: { left: number; right: number; bottom: number },
): { mark: T; label: Label | null }[] {
  const taken: Span[] = marks.map(({ x, y }) => ({ left: x - 7, right: x + 7, y }));
  const labels = new Map<T, Label>();
  for (const mark of [...marks].sort((a, b) => a.rank - b.rank)) {
    const found = choicesFor(mark).find((choice) => {
      const span = spanOf(choice, mark.length);
      const inside = span.left >= left && span.right <= right && choice.y <= bottom;
      return inside && !taken.some((other) => overlap(span, other));
    });
    if (!found) continue;
    labels.set(mark, found);
    taken.push(spanOf(found, mark.length));
  }
  return marks.map((mark) => ({ mark, label: labels.get(mark) ?? null }));
}

interface Span {
  left: number;
  right: number;
  y: number;
}

function choicesFor({ x, y }: Labelled): Label[] {
  return [
    { x: x + 10, y: y + 4, anchor: "start" },
    { x: x - 10, y: y + 4, anchor: "end" },
    { x: x + 6, y: y + 18, anchor: "start" },
    { x: x + 6, y: y - 9, anchor: "start" },
    { x: x - 6, y: y + 18, anchor: "end" },
    { x: x - 6, y: y - 9, anchor: "end" },
  ];
}

function spanOf({ x, y, anchor }: Label, length: number): Span {
  return { left: anchor === "start" ? x : x - length, right: anchor === "start" ? x + length : x, y: y - 4 };
}

function overlap(a: Span, b: Span): boolean {
  return Math.abs(a.y - b.y) < line && a.left < b.right && b.left < a.right;
}
