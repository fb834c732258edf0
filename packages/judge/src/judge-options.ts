import { FlowError, nearestName } from "@flow-state-dev/core";
import type { JudgeScale } from "./scale.ts";

/** How outputs are judged. One model, or a panel of several. */
export type JudgeOptions = JudgeSettings &
  (
    | { /** Model id. */ model: string; panel?: undefined }
    | {
        model?: undefined;
        /** Model ids, best of different families and of an odd number. */
        panel: readonly string[];
      }
  );

/** All but the models. */
export interface JudgeSettings {
  /** The block is called `eval-judge-<name>`; `rubric-judge` when absent. */
  name?: string;
  /** Times each model is asked; 1 when absent. */
  repeats?: number;
  /** `binary` (met or unmet) when absent; `graded` is 0 to 5. */
  scale?: JudgeScale;
  /** Score from which an output passes, 0 to 1; 0.5 when absent. */
  threshold?: number;
  /** Fresh calls after an answer that stayed useless when asked for again; 1 when absent. */
  retries?: number;
  /** Output tokens of one call at most. */
  maxTokens?: number;
  /** Left to the provider when absent; many reasoning models take none. */
  temperature?: number;
  /** For one call, in milliseconds. */
  timeoutMs?: number;
}

/** A judge that cannot be made as asked. */
export class JudgeOptionsError extends FlowError {
  override readonly name = "JudgeOptionsError";

  constructor(problem: string) {
    super(`The judge cannot be made: ${problem}.`, { code: "judge-options-invalid" });
  }
}

/** Settings with every default filled in. */
export interface CompleteJudgeOptions
  extends Required<Omit<JudgeSettings, "maxTokens" | "temperature" | "timeoutMs">> {
  models: readonly string[];
  call: Pick<JudgeSettings, "maxTokens" | "temperature" | "timeoutMs">;
}

const known: Record<keyof JudgeSettings | "model" | "panel", true> = {
  ...{ model: true, panel: true, name: true, repeats: true, scale: true, threshold: true, retries: true },
  ...{ maxTokens: true, temperature: true, timeoutMs: true },
};

/** Fills in the defaults; throws a `JudgeOptionsError` when something makes no sense. */
export function completeJudgeOptions(options: JudgeOptions): CompleteJudgeOptions {
  const { name = "rubric-judge", repeats = 1, scale = "binary", threshold = 0.5, retries = 1 } = options;
  const { model, panel, maxTokens, temperature, timeoutMs } = options;
  const require = (holds: boolean, problem: string) => {
    if (!holds) throw new JudgeOptionsError(problem);
  };
  for (const option of Object.keys(options)) {
    const meant = Object.hasOwn(known, option) ? undefined : nearestName(option, Object.keys(known));
    require(meant === undefined, `it has no option ${option}; did you mean ${meant}`);
  }
  require((model === undefined) !== (panel === undefined), "give either a model or a panel");
  require(panel === undefined || Array.isArray(panel), "the panel is no list; give the ids of models");
  const models = panel === undefined ? [model!] : [...panel];
  require(models.length > 0, "the panel is empty; name a model");
  require(models.every(
    (id) => typeof id === "string" && id.trim() !== "",
  ), "a model is named by its id, a text that is not empty");
  require(new Set(models).size ===
    models.length, "the panel names a model twice; to ask one several times, set repeats");
  for (const problem of judgeSettingProblems(options)) require(false, problem);
  const call = {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  return { models, name, repeats, scale, threshold, retries, call };
}

/**
 * What is wrong with the values of settings, each mistake beginning with its field and without a full stop: `repeats is
 * 0; give a whole number from 1`. Whoever takes settings for a judge that is made later can tell all of them before.
 */
export function judgeSettingProblems(settings: JudgeSettings): string[] {
  const { name, repeats, scale, threshold, retries, maxTokens, temperature, timeoutMs } = settings;
  const wrong = (value: unknown, holds: (value: number) => boolean) =>
    value !== undefined && !(typeof value === "number" && holds(value));
  const isCount = (value: number) => Number.isInteger(value) && value >= 1;
  const isName = name === undefined || (typeof name === "string" && /^[\w.-]+$/.test(name));
  return [
    ...(isName
      ? []
      : [
          `name is ${typeof name === "string" ? JSON.stringify(name) : told(name)}; give letters, digits and - _ . only`,
        ]),
    ...(wrong(repeats, isCount) ? [`repeats is ${told(repeats)}; give a whole number from 1`] : []),
    ...(scale === undefined || scale === "binary" || scale === "graded"
      ? []
      : [`scale is ${told(scale)}; give binary or graded`]),
    ...(wrong(threshold, (value) => value >= 0 && value <= 1)
      ? [`threshold is ${told(threshold)}; give a number from 0 to 1`]
      : []),
    ...(wrong(retries, (value) => Number.isInteger(value) && value >= 0)
      ? [`retries is ${told(retries)}; give a whole number from 0`]
      : []),
    ...(wrong(maxTokens, isCount) ? [`maxTokens is ${told(maxTokens)}; give a whole number from 1`] : []),
    ...(wrong(temperature, (value) => Number.isFinite(value) && value >= 0)
      ? [`temperature is ${told(temperature)}; give a number from 0`]
      : []),
    ...(wrong(timeoutMs, (value) => value > 0)
      ? [`timeoutMs is ${told(timeoutMs)}; give milliseconds above 0`]
      : []),
  ];
}

/** A wrong value in a sentence; whatever it is, this does not throw. */
function told(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value) ?? "an object";
  } catch {
    return "an object";
  }
}
