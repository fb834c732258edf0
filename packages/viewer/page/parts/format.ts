import { showable } from "../../src/text/showable.ts";
import { isolated } from "./isolate.ts";
import { unbroken } from "./unbroken.ts";

const minus = "−";

/** A score or a difference with so many digits; a real minus sign. */
export function fixed(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** The same with a sign before what is not zero. */
export function signed(value: number, digits = 3): string {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/**
 * Dollars as the terminal writes them: `$1.61`, `$0.013`; from whole billionths, halves up, so that a sum is the same
 * in both. In words when it is not known.
 */
export function money(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd === 0) return "$0";
  const digits = usd >= 0.0995 ? 2 : Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(usd))));
  const unit = 10 ** (9 - digits);
  return `$${((Math.round(Math.round(usd * 1e9) / unit) * unit) / 1e9).toFixed(digits)}`;
}

/** A time: `840 ms`, `14.2 s`, `3 m 40 s`, `2 h 5 m`. */
export function duration(ms: number): string {
  if (ms < 999.5) return unbroken(`${Math.round(ms)} ms`);
  if (ms < 59_950) return unbroken(`${(ms / 1000).toFixed(1)} s`);
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return unbroken(`${Math.floor(seconds / 60)} m ${seconds % 60} s`);
  const minutes = Math.round(seconds / 60);
  return unbroken(`${Math.floor(minutes / 60)} h ${minutes % 60} m`);
}

/** How many times as much: `0.72`, `4.10`, `0.014`. */
export function times(ratio: number): string {
  return ratio.toFixed(ratio > 0 && ratio < 0.1 ? Math.min(9, 1 - Math.floor(Math.log10(ratio))) : 2);
}

/** Facts beside each other; those that are empty leave nothing behind. */
export function joined(facts: readonly (string | null | undefined | false)[]): string {
  return facts.filter(Boolean).join(" · ");
}

/** `12,345`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 cell`, `2 cells`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Bytes in a word: `4.1 MB`. */
export function bytes(value: number): string {
  if (value < 1000) return unbroken(`${value} B`);
  if (value < 1e6) return unbroken(`${(value / 1e3).toFixed(value < 1e4 ? 1 : 0)} kB`);
  return unbroken(`${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB`);
}

/** A point in time as people say it: `today 14:02`, `yesterday 9:15`, `12 Nov 14:02`. */
export function when(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const clock = `${time.getHours()}:${String(time.getMinutes()).padStart(2, "0")}`;
  const days = Math.round((midnight(now) - midnight(time)) / 86_400_000);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  const month = time.toLocaleString("en", { month: "short" });
  const year = time.getFullYear() === now.getFullYear() ? "" : ` ${time.getFullYear()}`;
  return `${time.getDate()} ${month}${year} ${clock}`;
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

/** A share as a percentage; with more digits where it would look like none or all: `99.6 %`. */
export function percent(share: number): string {
  let digits = 0;
  const whole = share < 1e-9 || share > 1 - 1e-9;
  while (!whole && digits < 4 && Number((100 * share).toFixed(digits)) % 100 === 0) digits += 1;
  return unbroken(`${(100 * share).toFixed(digits)} %`);
}

/** A mean as its unit is read: a score with three digits, a pass rate as a percentage. */
export function meanText(mean: number, unit: "score" | "pass rate"): string {
  return unit === "score" ? fixed(mean) : percent(mean);
}

const shownNames = new Map<string, string>();
const mostNames = 20_000;

/**
 * A name of somebody as it can be shown: what is hidden in it is seen, it takes one line, and what is written from
 * right to left in it turns nothing around it.
 */
export function nameText(name: string): string {
  const known = shownNames.get(name);
  if (known !== undefined) return known;
  const shown = isolated(showable(name).replaceAll(/[\n\t]/g, "␤"));
  // The same few names are on every square: each is looked through once.
  if (shownNames.size >= mostNames) shownNames.clear();
  shownNames.set(name, shown);
  return shown;
}

/** More subjects or cases than this scroll in a box of their own, so that what comes below them is in reach. */
export const many = 30;

/** `a`, `a and b`, `a, b and 4 more`: as many words as a line has room for. */
export function listed(words: readonly string[], most = 4): string {
  const shown = words.length > most ? words.slice(0, most - 1) : words;
  const rest = words.length - shown.length;
  const last = rest > 0 ? `${count(rest)} more` : shown.at(-1)!;
  const first = rest > 0 ? shown : shown.slice(0, -1);
  return first.length === 0 ? last : `${first.join(", ")} and ${last}`;
}
