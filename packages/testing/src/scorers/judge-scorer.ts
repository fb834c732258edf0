import { createAccount, type ModelResolver } from "@flow-state-dev/core";
import {
  type Criterion,
  createJudge,
  type Finding,
  type JudgeOptions,
  readRubric,
} from "@flow-state-dev/judge";
import { shown } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";

/** What is judged, by whom, and what the scorer is called. */
export type JudgeScorerOptions = JudgeOptions & {
  /** At least one; each is judged by itself. */
  criteria: string | readonly (string | Criterion)[];
  /** `mean`, by weight, when absent; `min` takes the criterion that is met least. */
  scoreMapping?: "mean" | "min";
  /** From ids to models; that of the run when absent. */
  modelResolver?: ModelResolver;
};

/**
 * Lets a model judge outputs by criteria of one's own. The judge sees the input, the criteria and the output, never
 * what is expected. Its calls are paid by the account of the run, as the judge's. Throws when there is no judgement:
 * an output that could not be judged has no score. Named `judge` when no name is given.
 */
export function judgeScorer(options: JudgeScorerOptions): Scorer {
  const { criteria, scoreMapping = "mean", modelResolver, name = "judge", ...settings } = options;
  const rubric = readRubric(typeof criteria === "string" ? [criteria] : criteria);
  const { threshold = 0.5 } = settings;
  const judge = createJudge({ ...settings, name: name.replaceAll(/[^\w.-]+/g, "-") });
  return {
    name,
    threshold,
    timeoutMs: longestJudgementMs,
    asksModels: true,
    asks: judge.models.map((id) => ({
      ...{ id, repeats: judge.repeats },
      ...(modelResolver && { resolver: modelResolver }),
    })),
    definition: { rubric, scoreMapping, models: judge.models, repeats: judge.repeats, as: judge.fingerprint },
    async score({ input, output, context = {}, signal }) {
      const purse = { name: `scorer ${name}`, payer: "judge" as const };
      const account = context.account?.child(purse) ?? createAccount(purse);
      const result = await judge.judge(
        { prompt: typeof input === "string" ? input : (JSON.stringify(input) ?? ""), rubric, output },
        { ...context, account, ...(signal && { signal }), ...(modelResolver && { modelResolver }) },
      );
      if (!result.ok) throw result.error;
      const score = scoreMapping === "min" ? lowest(result.findings) : result.score;
      return {
        score,
        passed: score >= threshold - 1e-9,
        reason: result.findings.map(inWords).join(" "),
        ...(account.unpricedCalls === 0 && { costUsd: account.spentUsd }),
      };
    },
  };
}

/** Half an hour: a judge may be asked several times, and each call has its own, shorter limit. */
const longestJudgementMs = 1_800_000;

function lowest(findings: readonly Finding[]): number {
  return Math.min(...findings.flatMap(({ score }) => score ?? []));
}

function inWords({ criterion, verdict, evidence }: Finding): string {
  const said = verdict === "met" ? "Met" : verdict === "unmet" ? "Unmet" : "Cannot be judged";
  return `${said}: ${criterion} (${shown(evidence)})`;
}
