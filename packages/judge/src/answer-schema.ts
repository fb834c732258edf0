import type { Schema } from "@flow-state-dev/core";
import { criterionId } from "./judge-request.ts";
import { type Grade, grades, type JudgeScale, readGrade } from "./scale.ts";

/** What one judge said of one criterion, in the order of the rubric. */
export interface AnsweredCriterion {
  evidence: string;
  grade: Grade;
}

/** Characters of evidence that are kept. */
const longestEvidence = 1000;

/**
 * The shape of an answer about so many criteria. Checking it says everything that is wrong at once, in words that a
 * model can act on; it gives out one entry for each criterion, in the order of the rubric.
 *
 * Written by hand because a schema library stops at the first layer that does not fit, and a judge that is asked again
 * must hear of the missing criterion and of the invented one together.
 */
export function answerSchema(criteria: number, scale: JudgeScale): Schema<unknown, AnsweredCriterion[]> {
  const ids = Array.from({ length: criteria }, (_, at) => criterionId(at));
  const json = jsonSchemaOf(ids, scale);
  const describe = () => json;
  return {
    "~standard": {
      version: 1,
      vendor: "flow-state-judge",
      validate: (value: unknown) => readAnswer(value, ids, scale),
      jsonSchema: { input: describe, output: describe },
    },
  } as Schema<unknown, AnsweredCriterion[]>;
}

type Read = { value: AnsweredCriterion[] } | { issues: { message: string }[] };

function readAnswer(value: unknown, ids: readonly string[], scale: JudgeScale): Read {
  const list = Array.isArray(value) ? value : (value as { findings?: unknown } | null)?.findings;
  if (!Array.isArray(list)) return { issues: [{ message: 'there is no list "findings"' }] };
  const words = grades[scale].map(({ word }) => word).join(", ");
  const found = new Map<string, AnsweredCriterion>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [at, entry] of list.entries()) {
    const { criterion, evidence, verdict } = (entry ?? {}) as Record<string, unknown>;
    const id = typeof criterion === "string" ? criterion.trim().toLowerCase() : undefined;
    if (id === undefined || !ids.includes(id)) {
      problems.push(`finding ${at + 1} is of ${shown(criterion)}, which is no id of the rubric`);
      continue;
    }
    if (seen.has(id)) problems.push(`${id} is judged more than once`);
    seen.add(id);
    const grade = readGrade(scale, verdict);
    if (!grade) problems.push(`${id} has the verdict ${shown(verdict)}; give one of ${words}`);
    const said = typeof evidence === "string" ? evidence.trim() : "";
    if (said === "") problems.push(`${id} has no evidence`);
    if (grade) found.set(id, { evidence: shortened(said), grade });
  }
  for (const id of ids) if (!seen.has(id)) problems.push(`${id} is not judged`);
  if (problems.length > 0) return { issues: problems.slice(0, 20).map((message) => ({ message })) };
  return { value: ids.map((id) => found.get(id)!) };
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
