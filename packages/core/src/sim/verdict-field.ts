import type { JsonSchema } from "./json-schema.ts";

/** A field in which a reviewer or judge says yes or no, and how it says it. */
export type VerdictField =
  | { kind: "words"; yes: unknown; no: unknown; abstain?: unknown }
  | { kind: "flag"; yes: boolean }
  | { kind: "score"; low: number; high: number };

const yes =
  /^(met|pass(ed|es)?|approved?|accept(ed|able)?|yes|y|true|ok(ay)?|correct|right|good|valid|satisf(ied|ies)|done|complete[d]?|finish(ed)?|lgtm|success(ful)?|sound|holds?|ship|keep)$/;
const no =
  /^(unmet|not[-_ ]?met|fail(ed|s|ure)?|reject(ed)?|revis(e|ion)|no|n|false|incorrect|wrong|bad|invalid|(needs?|request(s|ed)?|changes?)[-_ ].*|retry|redo|rework|continue|unsatisfied|incomplete|flawed|disapproved?|not[-_ ].*|un(acceptable|sound))$/;
const abstain = /^(cannot|can't|unable|unknown|unsure|unclear|abstain|skip|n\/?a|not[-_ ]?(sure|applicable))/;

const verdictName =
  /^(decision|verdict|approv(e|ed|al)|ok(ay)?|pass(ed|es|ing)?|accept(ed|able)?|outcome|status|judg(e)?ment|correct(ness)?|right|valid|met|satisf(ied|ies)|sound|done|complete[d]?|finished|sufficient|goodenough|good|result|rating|grade|review|assessment|conclusion|success(ful)?|holds)$/;
const objectionName =
  /^(reject(ed)?|wrong|incorrect|invalid|fail(ed|s)?|flawed|error(s)?|mistake(s)?|issue(s)?|problem(s)?|flagged|need(s)?(work|revision|changes|rework|retry|fix(es|ing)?)?|revise|retry|unmet)$/;
const scoreName = /^(score|rating|grade|points|mark|value|level)$/;

/** How a field says yes or no; undefined when it is not that kind of field. */
export function verdictField(name: string, schema: JsonSchema): VerdictField | undefined {
  const bare = bareName(name);
  if (Array.isArray(schema.enum)) return wordsOf(schema.enum, verdictName.test(bare));
  if (schema.type === "boolean") {
    if (verdictName.test(bare)) return { kind: "flag", yes: true };
    if (objectionName.test(bare)) return { kind: "flag", yes: false };
    return undefined;
  }
  if ((schema.type === "number" || schema.type === "integer") && scoreName.test(bare)) {
    const low = schema.minimum ?? schema.exclusiveMinimum ?? 0;
    const high = schema.maximum ?? schema.exclusiveMaximum ?? (schema.type === "integer" ? 5 : 1);
    return { kind: "score", low, high };
  }
  return undefined;
}

/** Does a list of words judge something by itself, whatever the field is called? */
export function isJudging(schema: JsonSchema): boolean {
  return Array.isArray(schema.enum) && wordsOf(schema.enum, false) !== undefined;
}

/** A name without its case, its separators and a leading is/has/was. */
export function bareName(name: string): string {
  return name
    .replace(/^(is|has|was|are|should|must)(?=[A-Z_-])/, "")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}

/** Words such as yes and no may be an answer like any other; these are said of an answer only. */
const telling = /^(un)?met$|^pass(ed)?$|^fail(ed)?$|approv|accept|reject|revis|lgtm|correct/;

function wordsOf(words: unknown[], named: boolean): VerdictField | undefined {
  const spelled = words.map((word) => ({ word, text: String(word).trim().toLowerCase() }));
  const negative = spelled.find(({ text }) => no.test(text) && !abstain.test(text));
  const positive = spelled.find(({ text }) => yes.test(text));
  if (!positive || !negative) return undefined;
  if (!named && !telling.test(positive.text) && !telling.test(negative.text)) return undefined;
  const neither = spelled.find(({ text }) => abstain.test(text));
  return {
    kind: "words",
    yes: positive.word,
    no: negative.word,
    ...(neither && { abstain: neither.word }),
  };
}
