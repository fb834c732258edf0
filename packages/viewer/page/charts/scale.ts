/** Round numbers from `low` to `high`, about `wanted` of them, and at least two: one alone tells no scale. */
export function ticks(low: number, high: number, wanted = 4): number[] {
  const raw = (high - low) / Math.max(1, wanted);
  if (!(raw > 0)) return [low];
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * unit).find((each) => each >= raw - 1e-12)!;
  const found: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + 1e-9; at++)
    found.push(Number((at * step).toPrecision(10)));
  return found.length < 2 ? ticks(low, high, wanted + 1) : found;
}

/** From a range of values to a range of pixels. */
export function linear([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  const span = high - low || 1;
  return (value: number) => from + ((value - low) / span) * (to - from);
}

/** Tick marks of a logarithmic axis: 1, 2 and 5 of each power of ten, and more where hardly one of these is on it. */
export function logTicks(low: number, high: number): number[] {
  const found = multiplesIn(low, high, [1, 2, 5]);
  if (found.length < 2) return multiplesIn(low, high, [1, 1.5, 2, 3, 4, 5, 7]);
  return found.length > 5
    ? found.filter((value) => /^10*$/.test(String(Math.round(value / 10 ** Math.floor(Math.log10(value))))))
    : found;
}

function multiplesIn(low: number, high: number, steps: readonly number[]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const times of steps) {
      const value = times * 10 ** power;
      if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
    }
  return found;
}

/** Tick marks as they are written, with as many digits as tell them apart. */
export function tickTexts(values: readonly number[], unit: "score" | "pass rate"): string[] {
  const fine = values.some((value) => Math.abs(value * 100 - Math.round(value * 100)) > 1e-6);
  if (unit === "score") return values.map((value) => value.toFixed(fine ? 3 : 2));
  return values.map((value) => `${(value * 100).toFixed(fine ? 1 : 0)} %`);
}
