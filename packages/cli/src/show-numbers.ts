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

/** The same as text, with signs. */
export function differenceRange(interval: Interval): string {
  return range(possibleDifference(interval), { sign: true });
}

/**
 * How many digits two numbers need so that the difference that is shown is that of what is shown: 2, or 3 where that
 * helps (thirds never add up).
 */
export function digitsOfChange(before: number, after: number): 2 | 3 {
  const addsUp = (digits: number) => {
    const [a, b, difference] = [before, after, after - before].map((value) =>
      Math.round(value * 10 ** digits),
    );
    return b! - a! === difference;
  };
  return !addsUp(2) && addsUp(3) ? 3 : 2;
}

/** How many times as much: `0.72`, `4.1`, `12`. */
export function times(ratio: number): string {
  if (ratio >= 9.95) return String(Math.round(ratio));
  return ratio.toFixed(ratio >= 1.095 ? 1 : 2);
}

/** A share in whole hundredths, without the sign: `47`. */
export function percent(share: number): string {
  return (100 * share).toFixed(0);
}

/** `1 case`, `2 cases`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
