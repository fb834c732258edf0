import type { CompleteReport } from "../report/complete-report.ts";
import { digitsFor, fixed, percent } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import { counted, listed } from "./words.ts";

/** What is known of how far the judge can be trusted. */
export function judgeSentences({ judge }: CompleteReport): string[] {
  if (!judge) return [];
  const { canaries, golden, agreement, cannotJudge, failures = [] } = judge;
  const sentences: string[] = [];
  if (canaries && canaries.passed.length > 0) {
    const fell = listed(canaries.passed.map((canary) => plainText(canary)));
    sentences.push(
      `The judge gave marks to an answer that deserves none (${fell}): its scores count for nothing.`,
    );
  }
  if (golden && golden.labels > 0) {
    sentences.push(
      `The judge agrees with ${percent(golden.agreement)} of ${counted(golden.labels, "label")}.`,
    );
  }
  if (agreement && agreement.krippendorffAlpha !== null) {
    const alpha = agreement.krippendorffAlpha;
    const word = alpha >= 0.8 ? "well" : alpha >= 0.6 ? "fairly" : "poorly";
    sentences.push(
      `The judges agree ${word} with each other (alpha ${fixed(alpha, digitsFor(alpha, 0.6, 0.8))}).`,
    );
  }
  for (const { judge: model, cells } of failures) {
    sentences.push(
      `${plainText(model)} gave no judgement in ${counted(cells, "cell")}; where enough other judges did, they decided.`,
    );
  }
  if (cannotJudge > 0) {
    sentences.push(
      `${counted(cannotJudge, "criterion", "criteria")} could not be judged and ${cannotJudge === 1 ? "is" : "are"} left out.`,
    );
  }
  return sentences;
}
