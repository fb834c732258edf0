import { createHash } from "node:crypto";
import {
  type BlockDefinition,
  createAccount,
  type Disown,
  generator,
  toJsonSchema,
} from "@flow-state-dev/core";
import { type AnsweredCriterion, answerSchema } from "./answer-schema.ts";
import { type Answered, askJudge } from "./ask-judge.ts";
import { combineVotes } from "./combine-votes.ts";
import type { Judge, JudgeContext, JudgeTask } from "./judge.ts";
import { JudgePanelError, NothingJudgedError } from "./judge-errors.ts";
import { type CompleteJudgeOptions, completeJudgeOptions, type JudgeOptions } from "./judge-options.ts";
import { judgeInstructions, judgeRequest } from "./judge-request.ts";
import { isJudgeTrouble } from "./judge-trouble.ts";
import type { Criterion, Finding, JudgeResult, Vote } from "./judgement.ts";
import { outputText } from "./output-text.ts";
import { readRubric } from "./rubric.ts";
import { shownOutput } from "./shown-output.ts";
import { weightedScore } from "./weighted-score.ts";

type JudgeBlock = BlockDefinition<string, AnsweredCriterion[]>;

/** Blocks that are kept for the next output of the same rubric. They are soon made again. */
const mostBlocks = 1000;

/** A judge of outputs by rubrics. Throws a `JudgeOptionsError` when the options make no sense. */
export function createJudge(options: JudgeOptions): Judge {
  const settings = completeJudgeOptions(options);
  const { models, repeats } = settings;
  const blocks = new Map<string, JudgeBlock>();
  const blockFor = (model: string, criteria: readonly string[]) => {
    const key = JSON.stringify([model, ...criteria]);
    const known = blocks.get(key) ?? judgeBlock(settings, model, criteria);
    if (blocks.size >= mostBlocks) blocks.clear();
    blocks.set(key, known);
    return known;
  };
  return {
    models,
    repeats,
    fingerprint: fingerprintOf(settings),
    calls: models.length * repeats,
    async judge(task, context = {}) {
      try {
        return await judgeTask(settings, blockFor, task, context);
      } catch (error) {
        return {
          ok: false,
          error: error instanceof Error ? error : new Error(String(error)),
          aborted: false,
        };
      }
    },
  };
}

function judgeBlock(settings: CompleteJudgeOptions, model: string, criteria: readonly string[]): JudgeBlock {
  return generator({
    name: `eval-judge-${settings.name}`,
    model,
    prompt: judgeInstructions(settings.scale),
    outputSchema: answerSchema(criteria, settings.scale),
    // The output that it quotes may hold a verdict.
    repair: { maxAttempts: 1, oneAnswer: true },
    ...settings.call,
  }) as JudgeBlock;
}

async function judgeTask(
  settings: CompleteJudgeOptions,
  blockFor: (model: string, criteria: readonly string[]) => JudgeBlock,
  task: JudgeTask,
  context: JudgeContext,
): Promise<JudgeResult> {
  const { models, repeats, retries } = settings;
  const criteria = readRubric(task.rubric);
  const texts = criteria.map(({ text }) => text);
  const { text: output, leftOut } = shownOutput(outputText(task.output));
  const missing = [task.leftOut, leftOut].filter((each) => each !== undefined).join(", and ");
  const request = judgeRequest({ ...task, output, ...(missing !== "" && { leftOut: missing }) }, criteria);
  const account =
    context.account?.child({ name: "judge", payer: "judge" }) ??
    createAccount({ name: "judge", payer: "judge" });
  const asked = Array.from({ length: repeats }, (_, repeat) =>
    models.map((judge) => ({ judge, repeat })),
  ).flat();
  const answered = await Promise.all(
    asked.map(({ judge, repeat }) => {
      const block = blockFor(judge, texts);
      return askJudge({ block, judge, repeat, request, retries }, { ...context, account });
    }),
  );
  const result = {
    ...judgementOf(settings, criteria, answered),
    ...(leftOut !== undefined && { leftOut }),
  };
  // With a judgement all plays again as it was; without one, what could not be read is asked for anew the next time.
  if (!result.ok) await Promise.all(answered.flatMap(unreadOf).map((disown) => disown()));
  return result;
}

function unreadOf(answered: Answered): readonly Disown[] {
  return answered.ok ? [] : (answered.unread ?? []);
}

/** What all answers come to. A stop, a spent budget and mistakes in the set-up end the whole, whoever met them. */
function judgementOf(
  settings: CompleteJudgeOptions,
  criteria: readonly Required<Criterion>[],
  answered: readonly Answered[],
): JudgeResult {
  const failed = answered.filter((each) => !each.ok);
  const final = failed.find(({ error, aborted }) => aborted || !isJudgeTrouble(error));
  if (final) return { ok: false, error: final.error, aborted: final.aborted };
  const ok = answered.filter((each) => each.ok);
  const usable = withMajority(settings, ok);
  const trouble = failed.length > 0 && {
    failed: failed.map(({ judge, repeat, error }) => ({ judge, repeat, error })),
  };
  if (usable.length === 0) {
    const error = answered.length === 1 ? failed[0]!.error : panelError(answered.length, failed);
    const findings = criteria.map((criterion, at) => uncounted(criterion, votesOn(at, ok)));
    return { ok: false, error, aborted: false, ...(ok.length > 0 && { findings }), ...trouble };
  }
  const findings = criteria.map((criterion, at) =>
    combineVotes(criterion, votesOn(at, usable), settings.scale),
  );
  const score = weightedScore(findings);
  if (score === null) {
    return { ok: false, error: new NothingJudgedError(findings), aborted: false, findings, ...trouble };
  }
  const scores = usable.flatMap(({ judge, repeat, answers }) => {
    const own = weightedScore(
      answers.map(({ grade }, at) => ({ weight: criteria[at]!.weight, score: grade.score })),
    );
    return own === null ? [] : [{ judge, repeat, score: own }];
  });
  return {
    ok: true,
    score,
    // Sums of weights round; a score that is the threshold on paper reaches it.
    passed: score >= settings.threshold - 1e-9,
    findings,
    cannotJudge: findings.filter(({ verdict }) => verdict === "cannot-judge").length,
    scores,
    ...trouble,
  };
}

type Succeeded = Extract<Answered, { ok: true }>;
type Failed = Extract<Answered, { ok: false }>;

function votesOn(at: number, answered: readonly Succeeded[]): Vote[] {
  return answered.map(({ judge, repeat, answers }) => {
    const { evidence, grade } = answers[at]!;
    return { judge, repeat, evidence, verdict: grade.verdict, score: grade.score };
  });
}

/** A criterion on which too few have voted for the votes to count. */
function uncounted({ text, weight }: Required<Criterion>, votes: readonly Vote[]): Finding {
  const evidence = "Too few judges came to a judgement.";
  return { criterion: text, weight, verdict: "cannot-judge", score: null, evidence, votes };
}

function panelError(asked: number, failed: readonly Failed[]): JudgePanelError {
  const retryable = failed.every(({ error }) => (error as { code?: unknown }).code !== "judge-failed");
  return new JudgePanelError({ asked, failed, retryable });
}

/** A repeat counts when more than half of the panel answered, and the repeats count when more than half of them do. */
function withMajority<T extends { repeat: number }>(
  { models, repeats }: CompleteJudgeOptions,
  ok: readonly T[],
): T[] {
  const whole = [...Map.groupBy(ok, ({ repeat }) => repeat).values()].filter(
    (panel) => panel.length * 2 > models.length,
  );
  return whole.length * 2 > repeats ? whole.flat() : [];
}

/** All that shapes a judgement but rubric and models: what is said, the words that may be answered, the settings. */
function fingerprintOf({ scale, threshold, call }: CompleteJudgeOptions): string {
  const said = judgeRequest({ prompt: "p", rubric: [], output: "o", materials: { m: "m" } }, [
    { text: "a" },
    { text: "b" },
  ]);
  const facts = [
    judgeInstructions(scale),
    said,
    toJsonSchema(answerSchema(["a", "b"], scale)),
    scale,
    threshold,
    call,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
}
