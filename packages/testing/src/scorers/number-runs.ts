/**
 * The numbers that a run of digits and separators stands for, as a computer writes them: one, several when the
 * separators only list them, none when it is a version, an address or a date. A comma before groups of three (or of
 * two and at last three) separates thousands, a single comma before anything else is a decimal comma, and so is one
 * behind groups made by points. Apostrophes, underscores and the narrow spaces of typesetters separate thousands.
 */
export function numbersOfRun(run: string): string[] {
  for (const [pattern, separators] of readings) {
    if (!pattern.test(run)) continue;
    return [run.replaceAll(separators, "").replace(",", ".")];
  }
  if (/^\d+(?:\.\d+){2,}$/.test(run)) return [];
  return run.split(/[^\d.]/).flatMap((part) => numbersOfRun(part));
}

const nothing = /(?!)/g;
const comma = /,/g;
const point = /\./g;
const spacer = /['’_\u00A0\u2009\u202F]/g;

const readings: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:\d+|\d*\.\d+)$/, nothing],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, comma],
  [/^[1-9]\d{0,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/, comma],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, point],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, point],
  [/^[1-9]\d{0,2}(?:['’_\u00A0\u2009\u202F]\d{3})+(?:[.,]\d+)?$/, spacer],
  [/^\d+,\d+$/, nothing],
];
