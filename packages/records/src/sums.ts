import type { CallPayer } from "./call.ts";
import type { RecordedUsage, Spend } from "./cell.ts";
import { fromNanoUsd } from "./nano-usd.ts";

/** Money and tokens in the units of the tables: whole billionths of a dollar, tokens. */
export interface Sums {
  subject_nano: number;
  judge_nano: number;
  agent_nano: number;
  carried_nano: number;
  unknown_calls: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
}

const sumColumns = [
  "subject_nano",
  "judge_nano",
  "agent_nano",
  "carried_nano",
  "unknown_calls",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
] as const satisfies readonly (keyof Sums)[];

/** The part of an UPDATE that adds `sumValues` to the sums of a row. */
export const addToSums = sumColumns.map((column) => `${column} = ${column} + ?`).join(", ");

/** The part of a SELECT that reads the sums of a row: also those that are too large to be exact in JavaScript. */
export const readSums = sumColumns.map((column) => `CAST(${column} AS REAL) AS ${column}`).join(", ");

/** The sums in the order in which they are bound. */
export function sumValues(sums: Sums): number[] {
  return sumColumns.map((column) => sums[column]);
}

/** Nothing spent. */
export function noSums(): Sums {
  return {
    subject_nano: 0,
    judge_nano: 0,
    agent_nano: 0,
    carried_nano: 0,
    unknown_calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
  };
}

/** Books one cost: a known one to its payer, an unknown one as a call of unknown cost. `sign` -1 takes it out again. */
export function addCost(
  sums: Sums,
  payer: CallPayer,
  costNano: number | null,
  options: { carried?: boolean; sign?: 1 | -1 } = {},
): void {
  const sign = options.sign ?? 1;
  if (costNano === null) {
    sums.unknown_calls += sign;
    return;
  }
  sums[`${payer}_nano`] += sign * costNano;
  if (options.carried) sums.carried_nano += sign * costNano;
}

/** Adds tokens. */
export function addTokens(sums: Sums, usage: RecordedUsage): void {
  sums.input_tokens += usage.inputTokens;
  sums.output_tokens += usage.outputTokens;
  sums.cache_read_tokens += usage.cacheReadTokens;
  sums.cache_write_tokens += usage.cacheWriteTokens;
  sums.reasoning_tokens += usage.reasoningTokens;
}

/** Adds `more` to `sums`. */
export function addSums(sums: Sums, more: Sums): void {
  for (const column of sumColumns) sums[column] += more[column];
}

/** All dollars of the sums, in whole billionths. */
export function spentNano(sums: Pick<Sums, "subject_nano" | "judge_nano" | "agent_nano">): number {
  return sums.subject_nano + sums.judge_nano + sums.agent_nano;
}

/** The sums as the money part of a record. */
export function toSpend(sums: Sums): Spend {
  return {
    subject: fromNanoUsd(sums.subject_nano),
    judge: fromNanoUsd(sums.judge_nano),
    agent: fromNanoUsd(sums.agent_nano),
    carried: fromNanoUsd(sums.carried_nano),
    unknownCalls: sums.unknown_calls,
  };
}

/** The sums, or a row with the same columns, as the tokens of a record. */
export function toUsage(
  sums: Pick<
    Sums,
    "input_tokens" | "output_tokens" | "cache_read_tokens" | "cache_write_tokens" | "reasoning_tokens"
  >,
): RecordedUsage {
  return {
    inputTokens: sums.input_tokens,
    outputTokens: sums.output_tokens,
    cacheReadTokens: sums.cache_read_tokens,
    cacheWriteTokens: sums.cache_write_tokens,
    reasoningTokens: sums.reasoning_tokens,
  };
}
