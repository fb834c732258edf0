import { askedCriteria, asksVerdict, findVerdict, numberedLines, withoutLines } from "./criteria.ts";
import type { Draws } from "./draws.ts";
import { findCandidates } from "./find-candidates.ts";
import { drawAnswer, giveAnswer, reviewWords } from "./give-answer.ts";
import { approves, isAnswerRight, judges, prefers, sayFinding } from "./give-verdict.ts";
import { type JsonSchema, type JsonSchemaNode, resolveNode } from "./json-schema.ts";
import { answersPart, type SimRequest } from "./read-request.ts";
import { type SampleHook, type SamplePlace, sampleJsonSchema } from "./sample-json-schema.ts";
import { fitLength } from "./sample-text.ts";
import type { CompleteSimProfile } from "./sim-profile.ts";
import { bareName, verdictField } from "./verdict-field.ts";

/**
 * Data for a request with a schema, always valid by it. Lists and objects of verdicts are judged, each criterion
 * exactly once; a field for a decision is a review of the answer in the request; a field for a choice is one of the
 * candidates; fields for an answer hold the answer, fields for a task hold the task, and other texts a phrase.
 */
export function structuredAnswer(
  schema: unknown,
  request: SimRequest,
  profile: CompleteSimProfile,
  draws: Draws,
): unknown {
  const hook = new Structured(schema as JsonSchemaNode, request, profile, draws).hook;
  return sampleJsonSchema(schema, { random: draws.generator("sample"), hook });
}

const answerName =
  /^(final|best|my|the|proposed|revised|improved|suggested|corrected|fixed)?(answer|output|response|solution|draft|text|content|value|reply|message|conclusion|synthesis|summary|result|finding|findings|completion)s?$/;
const revisionName = /^(revised|improved|suggested|corrected|fixed)/;
const taskName =
  /^(sub)?(task|prompt|question|goal|instruction|query|problem|objective|step|todo|request|subject|input|plan)s?$|^(description|brief|assignment|work|focus)$/;
const reviewName =
  /^(reason|reasoning|feedback|comment|evidence|explanation|critique|rationale|justification|note|issue|problem|error|mistake|suggestion|concern|why)s?$/;
const objectionsName =
  /^(issue|problem|error|mistake|concern|flaw|objection|change|requiredchange|suggestion|fix)(e?s)?$/;
const choiceName =
  /^(best|winner|winning|chosen|selected|preferred|pick|choice|selection)(index|id|number|candidate|answer|option)?$/;

class Structured {
  readonly #root: JsonSchemaNode;
  readonly #request: SimRequest;
  readonly #profile: CompleteSimProfile;
  readonly #draws: Draws;
  readonly #right: boolean;
  #judgedRight: boolean | undefined;
  readonly #approves: boolean;
  readonly #answer: string;

  constructor(root: JsonSchemaNode, request: SimRequest, profile: CompleteSimProfile, draws: Draws) {
    this.#root = root;
    this.#request = request;
    this.#profile = profile;
    this.#draws = draws;
    this.#right = isAnswerRight(request);
    this.#approves = approves(profile, this.#right, draws, "answer");
    this.#answer = giveAnswer(request, profile, draws);
  }

  readonly hook: SampleHook = (schema, place, sample) => {
    if (schema.type === "array") return this.#list(schema, place, sample);
    if (schema.type === "object" || schema.properties) return this.#verdictsByName(schema, place, sample);
    return this.#leaf(schema, place, this.#approves);
  };

  #list(schema: JsonSchema, place: SamplePlace, sample: Parameters<SampleHook>[2]): unknown[] {
    const criteria = askedCriteria(place.name, schema, this.#request.rest, this.#root);
    if (criteria) {
      const list = criteria.map(({ id, item, fields }, at) => {
        const within = { name: place.name, path: [...place.path, at] };
        return sample(item, within, this.#judging(id, item, fields));
      });
      return [list];
    }
    if (this.#approves && this.#isReview() && objectionsName.test(bareName(place.name))) return [[]];
    return [];
  }

  /** An object with a verdict under the name of each criterion. */
  #verdictsByName(schema: JsonSchema, place: SamplePlace, sample: Parameters<SampleHook>[2]): unknown[] {
    const fields = Object.entries<JsonSchemaNode>(schema.properties ?? {});
    if (fields.length < 2 || !fields.every(([name, node]) => asksVerdict(name, node, this.#root))) return [];
    const judged = fields.map(([name, node]) => {
      const within = { name, path: [...place.path, name] };
      return [name, sample(node, within, this.#judging(name, node, {}))];
    });
    return [Object.fromEntries(judged)];
  }

  /** How one criterion is judged: its verdict drawn for itself, the reason given in keeping with it. */
  #judging(id: string, node: JsonSchemaNode, fields: Record<string, unknown>): SampleHook {
    const item = resolveNode(node, this.#root) as JsonSchema;
    const verdict = findVerdict(item, this.#root)!;
    const mayAbstain = verdict.field.kind === "words" && verdict.field.abstain !== undefined;
    const finding = judges(this.#profile, this.#rightWhenJudged(), this.#draws, id, mayAbstain);
    const said = sayFinding(verdict.field, finding, verdict.schema, this.#draws, id);
    return (schema, place) => {
      if (place.name === verdict.name && schema.type !== "array") return [said];
      if (Object.hasOwn(fields, place.name)) return [fields[place.name]];
      if (schema.type === "array" || schema.type === "object" || schema.properties) return [];
      return this.#leaf(schema, place, finding === "met");
    };
  }

  /** Criteria may quote an answer; where the output is not tagged, the lines that list them are left out. */
  #rightWhenJudged(): boolean {
    this.#judgedRight ??= this.#isRightWhenJudged();
    return this.#judgedRight;
  }

  #isRightWhenJudged(): boolean {
    const { task, rest } = this.#request;
    if (!task || answersPart(rest) !== rest) return this.#right;
    const output = withoutLines(rest, numberedLines(rest));
    return isAnswerRight({ ...this.#request, candidates: findCandidates(output, task) });
  }

  #leaf(schema: JsonSchema, place: SamplePlace, approving: boolean): unknown[] {
    const bare = bareName(place.name);
    const isChoice = choiceName.test(bare) && this.#request.candidates.length > 1;
    if (isChoice && (schema.enum || schema.type === "integer")) return this.#choice(schema);
    if (schema.enum || schema.type === "boolean") {
      const verdict = verdictField(place.name, schema);
      const answers = schema.enum?.includes(this.#answer) ? [this.#answer] : [];
      // Words like yes and no are the answer itself where there is nothing to review.
      const isReview = verdict && (answers.length === 0 || this.#request.candidates.length > 0);
      if (!isReview) return answers;
      return [sayFinding(verdict, approving ? "met" : "unmet", schema, this.#draws, place.path.join("."))];
    }
    if (schema.type === "number" || schema.type === "integer") return this.#number(schema, place, bare);
    return this.#text(schema, place, bare, approving);
  }

  #number(schema: JsonSchema, place: SamplePlace, bare: string): unknown[] {
    const score = verdictField(place.name, schema);
    if (score && this.#request.candidates.length > 0) {
      const finding = judges(this.#profile, this.#right, this.#draws, place.name, false);
      return [sayFinding(score, finding, schema, this.#draws, place.name)];
    }
    const number = Number(this.#answer.replaceAll(/[,\s$€£%]/g, ""));
    return answerName.test(bare) && this.#answer.trim() !== "" && Number.isFinite(number) ? [number] : [];
  }

  #text(schema: JsonSchema, place: SamplePlace, bare: string, approving: boolean): unknown[] {
    if (schema.pattern || schema.format) return [];
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const fit = (text: string) =>
      fitLength(text, minLength, maxLength, this.#draws.generator(`words ${place.path.join(".")}`));
    if (place.name === "" || answerName.test(bare)) return [fit(this.#answerFor(bare))];
    if (taskName.test(bare)) return [fit(this.#taskText(place))];
    if (reviewName.test(bare) && this.#isReview()) {
      return [fit(approving ? reviewWords.approval : reviewWords.objection)];
    }
    return [fit(this.#phrase(place))];
  }

  /** A reviewer that objects does not repeat what it objects to in the revision it offers. */
  #answerFor(bare: string): string {
    const { task, candidates } = this.#request;
    if (!task || this.#approves || candidates.length === 0 || !revisionName.test(bare)) return this.#answer;
    return drawAnswer(task, this.#profile, this.#draws);
  }

  #choice(schema: JsonSchema): unknown[] {
    const { candidates, rest } = this.#request;
    const at = prefers(this.#profile, candidates, this.#draws);
    if (schema.enum) {
      const byAnswer = schema.enum.includes(candidates[at]!.answer)
        ? candidates[at]!.answer
        : schema.enum[at];
      return [byAnswer];
    }
    const fromZero = schema.minimum === 0 || (schema.minimum === undefined && /(?:\b|\[)0[.):\]]/.test(rest));
    return fromZero ? [at, at + 1] : [at + 1, at];
  }

  /** There is an answer to review, or there would be if its task were known. */
  #isReview(): boolean {
    return this.#request.candidates.length > 0 || !this.#request.task;
  }

  #taskText(place: SamplePlace): string {
    const prompt = this.#request.task?.prompt ?? this.#request.topic;
    const at = place.path.findLast((step) => typeof step === "number");
    return at === undefined ? prompt : `Part ${at + 1}: ${prompt}`;
  }

  #phrase(place: SamplePlace): string {
    const label = place.name
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll(/[_-]+/g, " ")
      .toLowerCase();
    const at = place.path.findLast((step) => typeof step === "number");
    const number = at === undefined ? "" : ` ${at + 1}`;
    const phrase = `A simulated ${label}${number} on: ${this.#request.topic}`;
    const { task } = this.#request;
    // The first words of a task may happen to be one of its answers, which would then look like one given.
    return task && findCandidates(phrase, task).length > 0 ? `A simulated ${label}${number}` : phrase;
  }
}
