import type { Schema } from "@flow-state-dev/core";
import { criterionId } from "./judge-request.ts";
import { type Grade, gradeOfScore, grades, type JudgeScale, readGrade } from "./scale.ts";

/** What one judge said of one criterion, in the order of the rubric. */
export interface AnsweredCriterion {
  evidence: string;
  grade: Pick<Grade, "verdict" | "score">;
}

/** Characters of evidence that are kept. */
const longestEvidence = 1000;

/**
 * The shape of an answer about these criteria. Checking it says everything that is wrong at once, in words that a
 * model can act on; it gives out one entry for each criterion, in the order of the rubric.
 *
 * A finding may also have a score from 0 to 1 and an assessment in place of the verdict, and then name its criterion by
 * the text: so do mocks that were written for other versions. No model is asked for that.
 *
 * Written by hand because a schema library stops at the first layer that does not fit, and a judge that is asked again
 * must hear of the missing criterion and of the invented one together.
 */
export function answerSchema(
  criteria: readonly string[],
  scale: JudgeScale,
): Schema<unknown, AnsweredCriterion[]> {
  const ids = criteria.map((_, at) => criterionId(at));
  const json = jsonSchemaOf(ids, scale);
  const describe = () => json;
  return {
    "~standard": {
      version: 1,
      vendor: "flow-state-judge",
      validate: (value: unknown) => readAnswer(value, ids, criteria, scale),
      jsonSchema: { input: describe, output: describe },
    },
  } as Schema<unknown, AnsweredCriterion[]>;
}

type Read = { value: AnsweredCriterion[] } | { issues: { message: string }[] };

function readAnswer(
  value: unknown,
  ids: readonly string[],
  texts: readonly string[],
  scale: JudgeScale,
): Read {
  const list = Array.isArray(value) ? value : (value as { findings?: unknown } | null)?.findings;
  if (!Array.isArray(list)) return { issues: [{ message: 'there is no list "findings"' }] };
  const words = grades[scale].map(({ word }) => word).join(", ");
  const found = new Map<string, AnsweredCriterion>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [at, entry] of list.entries()) {
    const { criterion, evidence, verdict, score, assessment } = (entry ?? {}) as Record<string, unknown>;
    const isAssessed = verdict === undefined && isText(assessment);
    const id = idIn(ids, criterion) ?? (isAssessed ? idByText(criterion, ids, texts, seen) : undefined);
    if (id === undefined) {
      problems.push(`finding ${at + 1} is of ${shown(criterion)}, which is no id of the rubric`);
      continue;
    }
    if (seen.has(id)) problems.push(`${id} is judged more than once`);
    seen.add(id);
    const grade = isAssessed ? gradeOfScore(score) : readGrade(scale, verdict);
    if (!grade) {
      const has = isAssessed ? `the score ${shown(score)}` : `the verdict ${shown(verdict)}`;
      problems.push(`${id} has ${has}; give one of ${words}`);
    }
    const said = isText(evidence) ? evidence.trim() : isAssessed ? assessment.trim() : "";
    if (said === "") problems.push(`${id} has no evidence`);
    if (grade) found.set(id, { evidence: shortened(said), grade });
  }
  for (const id of ids) if (!seen.has(id)) problems.push(`${id} is not judged`);
  if (problems.length > 0) return { issues: problems.slice(0, 20).map((message) => ({ message })) };
  return { value: ids.map((id) => found.get(id)!) };
}

function idIn(ids: readonly string[], said: unknown): string | undefined {
  const id = typeof said === "string" ? said.trim().toLowerCase() : undefined;
  return ids.find((each) => each === id);
}

/** The id of the criterion with this text; of several with the same the first not yet judged. */
function idByText(
  said: unknown,
  ids: readonly string[],
  texts: readonly string[],
  seen: ReadonlySet<string>,
): string | undefined {
  const text = typeof said === "string" ? said.trim() : undefined;
  const meant = ids.filter((_, at) => texts[at]!.trim() === text);
  return meant.find((each) => !seen.has(each)) ?? meant[0];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The order of the properties is the order in which models write: evidence comes before the verdict. */
function jsonSchemaOf(ids: readonly string[], scale: JudgeScale): Record<string, unknown> {
  const item = {
    type: "object",
    properties: {
      criterion: { type: "string", enum: ids },
      evidence: { type: "string" },
      verdict: { type: "string", enum: grades[scale].map(({ word }) => word) },
    },
    required: ["criterion", "evidence", "verdict"],
    additionalProperties: false,
  };
  return {
    type: "object",
    properties: { findings: { type: "array", items: item } },
    required: ["findings"],
    additionalProperties: false,
  };
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function shortened(text: string): string {
  return text.length > longestEvidence ? `${text.slice(0, longestEvidence)}…` : text;
}
