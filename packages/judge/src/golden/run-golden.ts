import { type Confusion, cohenKappa, confusion, type Interval } from "@flow-state-dev/stats";
import type { Judge, JudgeManyContext } from "../judge.ts";
import { judgeEach } from "../judge-each.ts";
import { checkGolden, type GoldenCase, goldenName } from "./golden-case.ts";

/** By convention: kappa from 0.8 is good, from 0.6 usable, below that poor. */
export type GoldenWord = "good" | "usable" | "poor" | "unknown";

/** A criterion on which judge and people differ. */
export interface Disagreement {
  item: string;
  criterion: string;
  /** What people say. */
  label: boolean;
  /** What the judge saw. */
  evidence: string;
}

/** How a judge compares with people. */
export interface GoldenReport {
  items: number;
  /** Labels that a verdict could be compared with. */
  labels: number;
  /** Labels of criteria that the judge could not judge; they are in none of the figures. */
  cannotJudge: number;
  /** Items without a judgement. */
  failed: readonly { item: string; error: Error; aborted: boolean }[];
  /** Share of labels with the same verdict, 0 to 1; null without labels. */
  agreement: number | null;
  /** Cohen's; null when judge and people gave one and the same verdict throughout, or there are no labels. */
  kappa: number | null;
  /** 95 % of kappa. Labels of one output are taken as independent, so it is on the narrow side. */
  interval: Interval | null;
  word: GoldenWord;
  /** At least 100 labels, the least for a result that is published. */
  enough: boolean;
  confusion: Confusion;
  disagreements: readonly Disagreement[];
}

const enoughLabels = 100;

/**
 * Judges labelled outputs and compares. Rejects with a `GoldenSetError`, before any call, when an item cannot be used
 * (see `checkGolden`); whatever happens afterwards is in the report.
 */
export async function runGolden(
  judge: Judge,
  golden: readonly GoldenCase[],
  context: JudgeManyContext = {},
): Promise<GoldenReport> {
  checkGolden(golden);
  const results = await judgeEach(judge, golden, context, (item, at) => `golden/${goldenName(item, at)}`);
  const human: boolean[] = [];
  const found: boolean[] = [];
  const failed: GoldenReport["failed"][number][] = [];
  const disagreements: Disagreement[] = [];
  let cannotJudge = 0;
  for (const [at, item] of golden.entries()) {
    const result = results[at]!;
    const name = goldenName(item, at);
    if (!result.ok) {
      failed.push({ item: name, error: result.error, aborted: result.aborted });
      continue;
    }
    for (const [index, { criterion, verdict, evidence }] of result.findings.entries()) {
      const label = item.labels[index]!;
      if (verdict === "cannot-judge") {
        cannotJudge += 1;
        continue;
      }
      human.push(label);
      found.push(verdict === "met");
      if (label !== (verdict === "met")) disagreements.push({ item: name, criterion, label, evidence });
    }
  }
  return { items: golden.length, cannotJudge, failed, disagreements, ...compared(human, found) };
}

function compared(human: readonly boolean[], judge: readonly boolean[]) {
  const labels = human.length;
  const counts = confusion(human, judge);
  const kappa = cohenKappa(human, judge);
  const estimated = kappa.state === "estimated" ? kappa : null;
  return {
    labels,
    agreement: labels === 0 ? null : (counts.truePositives + counts.trueNegatives) / labels,
    kappa: estimated?.kappa ?? null,
    interval: estimated?.interval ?? null,
    word: wordFor(estimated?.kappa ?? null),
    enough: labels >= enoughLabels,
    confusion: counts,
  };
}

function wordFor(kappa: number | null): GoldenWord {
  if (kappa === null) return "unknown";
  // A kappa that is 0.8 on paper may be a hair less in binary.
  const rounded = Math.round(kappa * 1e9) / 1e9;
  return rounded >= 0.8 ? "good" : rounded >= 0.6 ? "usable" : "poor";
}
