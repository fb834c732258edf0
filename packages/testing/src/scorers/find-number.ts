import { type NumberMention, numberMentions } from "./number-mentions.ts";
import { plainNotation } from "./plain-notation.ts";

/** Which number is meant. */
export interface FindNumberOptions {
  /** Only a number that follows these words counts; capitals do not matter. The last place where they stand counts. */
  label?: string;
}

/**
 * The number that a text gives as its answer; null when there is none. It is the one that is marked as the answer
 * (`\boxed{…}`, `#### …`, `Final answer: …`, then `Answer: …` or `the answer is …`, the last of its kind), behind its
 * calculation when there is one (`Answer: 6 × 7 = 42`). Without a mark it is the last number that does not stand in
 * brackets, is no ordinal and does not count a step.
 *
 * Read are signs, decimals, thousands, exponents, powers of ten, fractions and words such as million. A unit, a
 * percent sign or a currency is left aside: `42 %` is 42. Numbers in words are not read. A program that wants to be
 * sure asks for `Answer: <number>`.
 */
export function findNumber(text: string, options: FindNumberOptions = {}): number | null {
  const plain = plainNotation(text);
  const mentions = numberMentions(plain);
  if (options.label !== undefined) return marked(plain, mentions, labelPattern(options.label));
  for (const mark of marks) {
    const value = marked(plain, mentions, mark);
    if (value !== null) return value;
  }
  return best(mentions.toReversed());
}

const answerIs =
  "answer\\b(?:[^\\n:=≈→]{0,80}?(?:\\b(?:is|are|was|be|equals)\\b|[:=≈→])|[*_ \\t]{1,4}(?=[-+$€£]?\\d)|[*_#: \\t]*\\n)";

const marks: readonly RegExp[] = [
  /\\boxed\s*\{|^####(?=[ \t]*[-+$€£]{0,2}\.?\d[^\n\p{L}]*$)/gmu,
  new RegExp(`\\bfinal\\s+${answerIs}`, "giu"),
  new RegExp(`\\b${answerIs}`, "giu"),
];

function labelPattern(label: string): RegExp {
  return new RegExp(label.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
}

function marked(text: string, mentions: readonly NumberMention[], mark: RegExp): number | null {
  const ends = [...text.matchAll(mark)].map((match) => match.index + match[0].length).reverse();
  for (const from of ends) {
    const value = inStatement(text, mentions, from);
    if (value !== null) return value;
  }
  return null;
}

/** The number of the line that begins here or, when there is none on it, of the next line that is not empty. */
function inStatement(text: string, mentions: readonly NumberMention[], from: number): number | null {
  let end = lineEnd(text, from);
  let said = between(mentions, from, end);
  if (said.length === 0) {
    const next = /\S/.exec(text.slice(end, end + 200));
    if (!next) return null;
    end = lineEnd(text, end + next.index);
    said = between(mentions, from, end);
  }
  const first = said.find(({ aside }) => !aside) ?? said[0];
  if (!first) return null;
  const worked = calculation.exec(text.slice(first.end, Math.min(end, first.end + 300)));
  if (!worked)
    return closeResult(text, said) ?? closeResult(text, said.slice(said.indexOf(first))) ?? first.value;
  const results = said.filter(({ start }) => start >= first.end + worked[0].length);
  return best(results) ?? first.value;
}

const reason = String.raw`\b(?:because|since|where)\b`;
const clause = String.raw`(?:${reason}|\b(?:with|if|when|as|for)\b)`;

/** In words where they can be nothing else: `15% of 80`, but neither `3 of 4` nor `15% of the users (n = 80)`. */
const words = String.raw`(?:times|plus|minus|(?:divided|multiplied) by|(?<=%\s)of)(?=\s[-($€£¥₹]{0,3}[\d.])`;
const sign = `(?:[-×x*÷/+·⋅]|${words})`;

/**
 * What stands between the first number of a calculation and its result: no new clause, and an operator; behind an
 * equals sign no reason, and no bracket that begins with a word.
 */
const calculation = new RegExp(
  String.raw`^(?:(?![,;(\n]|${clause}).)*?\s${sign}\s(?!${reason})[^,;\n=≈]*[=≈](?:(?:(?!\(\s*\p{L}{2}|${reason})[^,;\n])*[=≈])?`,
  "iu",
);

/** The result of a calculation that begins with the first of these and has nothing but units between its numbers. */
function closeResult(text: string, numbers: readonly NumberMention[]): number | null {
  let operators = 0;
  let result: number | null = null;
  for (let at = 1; at < numbers.length; at++) {
    const gap = text.slice(numbers[at - 1]!.end, numbers[at]!.start);
    if (gap.length > 60) break;
    if (operator.test(gap)) operators++;
    else if (operators > 0 && equals.test(gap)) result = numbers[at]!.value;
    else break;
  }
  return result;
}

const unit = String.raw`[\s)\]}]*(?:(?!${clause})\p{L}+|[%°€£¥₹])?[\s)\]}]*`;
const operator = new RegExp(
  String.raw`^${unit}(?:[×*÷/+·⋅]|(?<!\s)[-–]|[-–](?=\s))[\s([{]*[-–+]?[$€£¥₹]?\s?$`,
  "iu",
);
const equals = new RegExp(String.raw`^${unit}[=≈][^,;\n]*$`, "iu");

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Those that begin in a part of the text; they are in order. */
function between(mentions: readonly NumberMention[], from: number, to: number): NumberMention[] {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mentions[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  const found: NumberMention[] = [];
  for (let at = low; at < mentions.length && mentions[at]!.start < to; at++) found.push(mentions[at]!);
  return found;
}

function best(mentions: readonly NumberMention[]): number | null {
  return (mentions.find(({ aside }) => !aside) ?? mentions[0])?.value ?? null;
}
