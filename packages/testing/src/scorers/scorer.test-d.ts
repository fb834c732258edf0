import { z } from "zod";
import { exactMatch } from "./exact-match.ts";
import { schemaValid } from "./schema-valid.ts";
import type { ScoreResult } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";

// A scorer as it was written for the published contract, pasted.

type PublishedScorer<TOut> = {
  name: string;
  threshold?: number;
  score(args: {
    output: TOut;
    expected?: Partial<TOut>;
    input: unknown;
  }): PublishedResult | Promise<PublishedResult>;
};
interface PublishedResult {
  score: number;
  passed: boolean;
  reason?: string;
  costUsd?: number;
}

interface Lease {
  months: number;
  total: number;
}

export const published: PublishedScorer<Lease> = {
  name: "total",
  score: ({ output, expected }) => ({ score: 1, passed: output.total === expected?.total }),
};
export const takesPublished: Scorer<Lease> = published;
export const takesResult = (result: PublishedResult): ScoreResult => result;
export const givesResult = (result: ScoreResult): PublishedResult => result;

export const own: Scorer<Lease> = {
  name: "months",
  score: ({ output, expected, task }) => ({
    score: 1,
    passed: output.months === expected?.months && task?.id !== "",
  }),
};
export const anything: Scorer = {
  name: "any",
  score: ({ expected }) => ({ score: 1, passed: expected === 1 }),
};

// One list takes scorers of any output, as a benchmark needs it.
export const list: Scorer<unknown>[] = [own, anything, exactMatch(), schemaValid(z.string())];
export const leases: Scorer<Lease>[] = [own, exactMatch("total")];

// @ts-expect-error a score needs its verdict
export const noVerdict: Scorer = { name: "half", score: () => ({ score: 1 }) };
// @ts-expect-error a scorer has a name
export const noName: Scorer = { score: () => ({ score: 1, passed: true }) };
