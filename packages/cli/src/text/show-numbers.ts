import type { Interval } from "@flow-state-dev/stats";

const minus = "−";

/** With so many digits after the point, and a real minus sign. Never `−0`. */
export function fixed(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** The same with a plus sign above zero. */
export function signed(value: number, digits = 2): string {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** `−0.02 to +0.18`, or `0.63 to 0.83` when both ends lie on one side of zero and no sign is asked for. */
export function range([low, high]: Interval, options: { digits?: number; sign?: boolean } = {}): string {
  const show = options.sign ? signed : fixed;
  return `${show(low, options.digits)} to ${show(high, options.digits)}`;
}

/** An interval of a difference of two scores: what lies beyond −1 or +1 is not possible and left out. */
export function possibleDifference([low, high]: Interval): Interval {
  return [Math.max(-1, low), Math.min(1, high)];
}

/** The same as text, with signs. An end never looks like `mark`, which it is beyond or short of, unless it is it. */
export function differenceRange(interval: Interval, mark = 0): string {
  const ends = possibleDifference(interval);
  return range(ends, { digits: Math.max(...ends.map((end) => digitsApart(end, mark))), sign: true });
}

/** How many digits tell a number from another: 2 at least, or so many, and more when they are near. */
function digitsApart(value: number, other: number, least = 2): number {
  let digits = least;
  // Less apart is the rounding of the machine.
  if (Math.abs(value - other) < 1e-9) return digits;
  while (digits < 6 && Number(value.toFixed(digits)) === Number(other.toFixed(digits))) digits += 1;
  return digits;
}

/** A number that somebody set, such as a margin: two digits, or as many as it was given. */
export function asSet(value: number): string {
  const text = fixed(value);
  return Number(text) === value ? text : String(value);
}

/** The smallest number of two digits after the point, more when it is small, that is not below the value. */
export function roundedUp(value: number): string {
  const digits = digitsApart(value, 0);
  const scale = 10 ** digits;
  return (Math.ceil(value * scale - 1e-6) / scale).toFixed(digits);
}

/**
 * How many digits two numbers need so that they do not look the same unless they are, and the difference that is shown
 * is that of what is shown: 2, or more where that helps (thirds never add up).
 */
export function digitsOfChange(before: number, after: number): number {
  const addsUp = (digits: number) => {
    const [a, b, difference] = [before, after, after - before].map((value) =>
      Math.round(value * 10 ** digits),
    );
    return b! - a! === difference;
  };
  const digits = digitsApart(before, after);
  return !addsUp(digits) && addsUp(digits + 1) ? digits + 1 : digits;
}

/** A score from 0 to 1 with two digits, or more where it would look like 0 or 1 and is not. */
export function scoreText(score: number): string {
  return fixed(score, Math.max(digitsApart(score, 0), digitsApart(score, 1)));
}

/** How many times as much: `0.72`, `4.1`, `12`, `0.014`. */
export function times(ratio: number): string {
  if (ratio >= 9.95) return String(Math.round(ratio));
  return ratio.toFixed(ratio >= 1.095 ? 1 : digitsOfTimes(ratio));
}

/** An interval of such: `0.63 to 0.83`. */
export function timesRange(ratios: Interval): string {
  return range(ratios, { digits: Math.max(...ratios.map(digitsOfTimes)) });
}

/** 2, or more for two that are not leading zeros. */
function digitsOfTimes(ratio: number): number {
  return ratio > 0 && ratio < 0.1 ? Math.min(9, 1 - Math.floor(Math.log10(ratio))) : 2;
}

/** A share in hundredths, without the sign: `47`; with more digits where it would look like none or all: `99.6`. */
export function percent(share: number): string {
  const hundredths = 100 * share;
  return hundredths.toFixed(Math.max(digitsApart(hundredths, 0, 0), digitsApart(hundredths, 100, 0)));
}

/** `1,234,567`. By hand: the first number that Intl writes takes 15 ms, and nearly every command begins with one. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 case`, `2 cases`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `24 tasks`, or `24 tasks in 6 families` where some of them are siblings. */
export function countedInFamilies(count: number, families: number | undefined, one = "task"): string {
  const all = counted(count, one);
  return families === undefined ? all : `${all} in ${counted(families, "family", "families")}`;
}

/**
 * What stands behind a number of cases that are run so often each: ` × 3 runs`, ` × 1–3 runs`; nothing when all run
 * once.
 */
export function timesRuns(runs: readonly number[]): string {
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  if (runs.length === 0 || most === 1) return "";
  return ` × ${least === most ? most : `${least}–${most}`} runs`;
}
