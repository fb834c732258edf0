import type { Interval } from "@flow-state-dev/stats";

/** A minus sign as it is set in print; used for every negative number that people read. */
export const minus = "−";

/** Less than this is rounding of the machine, not a difference. */
const nothing = 1e-9;

/** With so many digits after the point; a negative number with a real minus sign, never `−0`. */
export function fixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** The same with a plus sign before what is above zero. */
export function signed(value: number, digits: number): string {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/**
 * How many digits after the point these numbers need to be told apart from zero and from each other: two, and more
 * only for small ones.
 */
export function digitsFor(...values: readonly number[]): number {
  for (let digits = 2; digits < 9; digits++) {
    const shown = values.map((value) => Number(value.toFixed(digits)));
    const zero = values.some((value, place) => Math.abs(value) > nothing && shown[place] === 0);
    const same = values.some((value, place) =>
      values.some((other, at) => Math.abs(value - other) > nothing && shown[place] === shown[at]),
    );
    if (!zero && !same) return digits;
  }
  return 9;
}

/** `0.03 to 0.19`, or with signs when it holds numbers on both sides of zero: `−0.02 to +0.18`. */
export function range([low, high]: Interval, digits: number): string {
  const show = low < 0 && high > 0 ? signed : fixed;
  return `${show(low, digits)} to ${show(high, digits)}`;
}

/** The smallest number of two digits after the point (more when it is small) that is not below the value. */
export function roundedUp(value: number): string {
  const digits = digitsFor(value);
  const scale = 10 ** digits;
  return (Math.ceil(value * scale - 1e-6) / scale).toFixed(digits);
}

/** A p-value with enough digits to see on which side of 0.05 it lies. */
export function formatP(p: number): string {
  if (p < 0.001) return "below 0.001";
  for (let digits = 3; digits < 9; digits++) {
    const text = p.toFixed(digits);
    if (Number(text) !== 0.05 || p === 0.05) return text;
  }
  return String(p);
}

/** How many times as much: `4.1`, `12`, `0.72`. */
export function formatTimes(ratio: number): string {
  if (ratio >= 9.95) return String(Math.round(ratio));
  return ratio >= 1 ? ratio.toFixed(1) : ratio.toFixed(digitsFor(ratio));
}

/** A whole number with commas: `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A share in hundredths: `47 %`, and with more digits where it would look like none or all, `99.6 %`. */
export function percent(share: number): string {
  let digits = 0;
  const whole = share < nothing || share > 1 - nothing;
  while (!whole && digits < 6 && Number((100 * share).toFixed(digits)) % 100 === 0) digits += 1;
  return `${(100 * share).toFixed(digits)} %`;
}
