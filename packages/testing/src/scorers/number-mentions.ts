import { numbersOfRun } from "./number-runs.ts";

/** A number in a text. */
export interface NumberMention {
  value: number;
  /** Where its digits begin and where all that belongs to it ends. */
  start: number;
  end: number;
  /** In brackets, an ordinal, or the number of a step: the answer only when there is nothing better. */
  aside: boolean;
}

/**
 * All numbers that a text (in `plainNotation`) mentions, in order. Left out are those that are part of a name (`GPT-4`,
 * `x1`, `0x1F`), of a date, a time, a ratio or a version, exponents and what they belong to, and the marks of a list.
 */
export function numberMentions(text: string): NumberMention[] {
  const mentions: NumberMention[] = [];
  const marks = listMarks(text);
  const asides = bracketed(text);
  let bracket = 0;
  runs.lastIndex = 0;
  for (let match = runs.exec(text); match; match = runs.exec(text)) {
    const start = match.index;
    const after = start + match[0].length;
    const left = readLeft(text, start);
    const right = readRight(text, after, match[0], left);
    runs.lastIndex = right.end;
    if (left.partOfName || right.partOfName || marks.has(start)) continue;
    while (asides[bracket] && asides[bracket]!.end < start) bracket++;
    const inBrackets = asides[bracket] !== undefined && asides[bracket]!.start < start;
    const values = numbersOfRun(match[0]);
    for (const [index, plain] of values.entries()) {
      const last = index === values.length - 1;
      const size = last ? right.apply(plain) : Number(plain);
      if (!Number.isFinite(size)) continue;
      const value = left.negative && index === 0 && size !== 0 ? -size : size;
      const mention = { value, start, end: right.end, aside: inBrackets || left.aside || right.aside };
      const whole = mentions.at(-1);
      if (right.fraction && whole && isMixed(text, whole, mention)) {
        const mixed = whole.value + (whole.value < 0 ? -value : value);
        mentions[mentions.length - 1] = { ...whole, value: mixed, end: right.end };
      } else mentions.push(mention);
    }
  }
  return mentions;
}

const runs = /(?<![\d.])\.\d+|\d+(?:[.,'’_\u00A0\u2009\u202F]\d+)*/g;

/**
 * A letter of a script that is written with spaces between its words: one beside a number makes it a part of a name,
 * which of others, as in `答案是42。`, it does not.
 */
const letter = String.raw`(?![\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])\p{L}`;
const letterBefore = new RegExp(`${letter}$`, "u");
const lettersAfter = new RegExp(`^(?:${letter})+`, "u");

interface Left {
  negative: boolean;
  currency: boolean;
  partOfName: boolean;
  aside: boolean;
}

function readLeft(text: string, start: number): Left {
  const before = text.slice(Math.max(0, start - 24), start);
  const money = /([-–]?)[$€£¥₹]\s?([-–]?)$/u.exec(before);
  if (money) {
    const ahead = before.slice(0, money.index);
    const negative =
      money[2] !== "" || (money[1] !== "" && !letterBefore.test(ahead) && !/[\p{N})\]]$/u.test(ahead));
    return { negative, currency: true, partOfName: false, aside: false };
  }
  const sign = /[-–]$/.exec(before);
  const ahead = sign ? before.slice(0, -1) : before;
  const partOfName =
    letterBefore.test(sign?.[0] === "–" ? before : ahead) || /(?:\p{L}[_/]|[_^]\{?|\p{N}:|&#)$/u.test(ahead);
  const unlessItalic = partOfName && !/(?:^|[^\p{L}\p{N}])_$/u.test(ahead);
  const signed = sign !== null && !letterBefore.test(ahead) && !/[\p{N})\]%]$/u.test(ahead);
  const said = /(?:\bnegative|(?:^|\bis|[=:])\s*\bminus)\s$/i.test(before);
  const aside =
    /(?:\b(?:step|part|question|section|chapter|figure|table|equation|page|line|note|item|option|round)\s#?|第\s?)$/i.test(
      before,
    );
  return { negative: signed || said, currency: false, partOfName: unlessItalic, aside };
}

interface Right {
  end: number;
  partOfName: boolean;
  aside: boolean;
  fraction: boolean;
  /** From the number as it is written to the one that is meant. */
  apply(written: string): number;
}

/** Shifted by a power of ten; nothing is lost as it would be by multiplying. */
function shifted(power: string | number): Right["apply"] {
  return (written) => Number(`${written}e${power}`);
}

function readRight(text: string, from: number, run: string, left: Left): Right {
  const after = text.slice(from, from + 48);
  const take = (length: number, facts: Partial<Right> = {}): Right => {
    return { end: from + length, partOfName: false, aside: false, fraction: false, apply: Number, ...facts };
  };
  const chain = /^(?:(?::\d+)+|(?:-\d+){2,}|(?:\/\d+){2,}|年\d+月(?:\d+日)?)/.exec(after);
  if (chain) return take(chain[0].length, { partOfName: true });
  const exponent = /^(?:[eE]([-+]?\d+)(?![\p{L}\d])|\s?[×xX*·⋅]\s?10\s?\^\s?([-+]?\d+))/u.exec(after);
  if (exponent) {
    const power = exponent[1] ?? exponent[2]!;
    return take(exponent[0].length, { apply: shifted(power) });
  }
  const raised = /^\s?\^\s?([-+]?\d+)?/.exec(after);
  if (raised) {
    if (run !== "10" || raised[1] === undefined) return take(raised[0].length, { partOfName: true });
    return take(raised[0].length, { apply: () => Number(`1e${raised[1]}`) });
  }
  const fraction = /^\s?[/⁄]\s?(\d+(?:\.\d+)?)(?![\d/])/.exec(after);
  if (fraction) {
    const divisor = Number(fraction[1]);
    return take(fraction[0].length, { fraction: true, apply: (written) => Number(written) / divisor });
  }
  const scale = /^[\s-]?(hundred|thousand|million|billion|trillion)\b/i.exec(after);
  if (scale) {
    const power = scales.get(scale[1]!.toLowerCase())!;
    return take(scale[0].length, { apply: shifted(power) });
  }
  const letters = lettersAfter.exec(after)?.[0];
  if (letters === undefined) return take(0, { aside: /^-\p{L}/u.test(after) });
  const rest = after.slice(letters.length);
  if (/^[\d_]/.test(rest) && !/^[23](?![\p{L}\d])/u.test(rest)) {
    return take(letters.length + /^[\p{L}\d_]*/u.exec(rest)![0].length, { partOfName: true });
  }
  const power = left.currency ? scales.get(letters.toLowerCase()) : undefined;
  return take(letters.length, {
    aside: /^(?:st|nd|rd|th)$/i.test(letters),
    apply: power === undefined ? Number : shifted(power),
  });
}

const scales = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["million", 6],
  ["billion", 9],
  ["trillion", 12],
  ["k", 3],
  ["m", 6],
  ["mn", 6],
  ["b", 9],
  ["bn", 9],
  ["tn", 12],
]);

/** Does a fraction follow on a whole number so close that the two are one: `1 1/2`? */
function isMixed(text: string, whole: NumberMention, fraction: NumberMention): boolean {
  return (
    Number.isInteger(whole.value) &&
    fraction.value > 0 &&
    fraction.value < 1 &&
    /^\d +$/.test(text.slice(whole.end - 1, fraction.start))
  );
}

/** Where the numbers of a numbered list begin: at least two in a row, from 1 on. */
function listMarks(text: string): Set<number> {
  const marks = new Set<number>();
  let current: number[] = [];
  for (const match of text.matchAll(/^[ \t]*[*_]{0,2}(\d{1,3})[.)][*_]{0,2}[ \t]+\S/gm)) {
    const number = Number(match[1]);
    if (number !== current.length + 1) current = [];
    if (number !== current.length + 1) continue;
    current.push(match.index + match[0].indexOf(match[1]!));
    if (current.length > 1) for (const start of current) marks.add(start);
  }
  return marks;
}

function bracketed(text: string): { start: number; end: number }[] {
  return [...text.matchAll(brackets)].map((match) => {
    return { start: match.index, end: match.index + match[0].length };
  });
}

/**
 * Round brackets, and square ones with the number of a source: `[1]`, `[source 1]`, `[1] Smith` on a line of its own.
 * Square ones where an answer is given hold the answer: alone on a line, behind a colon, behind `is`.
 */
const brackets =
  /(?<!\\)\([^()\n]{0,1000}\)|^[ \t]*\[\d+\](?=:?[ \t]+[a-z])|(?=\[)(?<!(?:^|[:=≈→[\\]|\b(?:is|are|was|were|be|equals|of|to|answer|result|total|sum|score|rating|value))[\s*_`$]*)\[(?:source:?\s?)?\d+\](?!\])/gim;
