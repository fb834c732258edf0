import { listParts } from "./fits-json-schema.ts";
import { type JsonSchema, type JsonSchemaNode, resolveNode } from "./json-schema.ts";
import { nextIn } from "./next-in.ts";
import { bareName, isJudging, type VerdictField, verdictField } from "./verdict-field.ts";

/** One criterion that a verdict is asked for. */
export interface AskedCriterion {
  /** Tells it from the others in one request. */
  id: string;
  /** Schema of its verdict. */
  item: JsonSchemaNode;
  /** Values for the fields that say which criterion it is, by field name. */
  fields: Record<string, unknown>;
}

const idName = /^(criterion|criteria|criterionid|criteriaid|rubricid|id|key|name|index|number|title|text)$/;
const listName = /criteri|verdict|rubric|judg|check|result|score|grade|assess|evaluat|rating/i;

/**
 * The criteria that a list schema asks verdicts for, each exactly once: from the schema where it names or counts
 * them, else from the numbered lines of the request. Undefined when it does not ask for verdicts.
 */
export function askedCriteria(
  name: string,
  schema: JsonSchema,
  request: string,
  root: JsonSchemaNode,
): AskedCriterion[] | undefined {
  const { first, rest } = listParts(schema);
  if (first.length > 0) {
    if (!first.every((item) => asksVerdict(name, item, root))) return undefined;
    return first.map((item, at) => ({ id: String(at + 1), item, fields: {} }));
  }
  const item = resolveNode(rest, root);
  if (typeof item === "boolean") return undefined;
  const variants: JsonSchemaNode[] | undefined = item.anyOf ?? item.oneOf;
  if (variants) {
    if (!variants.every((variant) => asksVerdict(name, variant, root))) return undefined;
    return variants.map((variant, at) => ({ id: String(at + 1), item: variant, fields: {} }));
  }
  if (!asksVerdict(name, item, root)) return undefined;
  return countCriteria(schema, item, request, root);
}

/** Is it an object with a verdict in it, said of a criterion? */
export function asksVerdict(listNamed: string, node: JsonSchemaNode, root: JsonSchemaNode): boolean {
  const item = resolveNode(node, root);
  if (typeof item === "boolean") return false;
  const found = findVerdict(item, root);
  return found !== undefined && (isJudging(found.schema) || listName.test(listNamed));
}

/** The field of an object that holds its verdict: words before flags before scores. */
export function findVerdict(
  item: JsonSchema,
  root: JsonSchemaNode,
): { name: string; schema: JsonSchema; field: VerdictField } | undefined {
  const order = ["words", "flag", "score"];
  return Object.entries<JsonSchemaNode>(item.properties ?? {})
    .flatMap(([name, node]) => {
      const schema = resolveNode(node, root);
      const field = typeof schema === "object" ? verdictField(name, schema) : undefined;
      return field ? [{ name, schema: schema as JsonSchema, field }] : [];
    })
    .sort((a, b) => order.indexOf(a.field.kind) - order.indexOf(b.field.kind))[0];
}

function countCriteria(
  list: JsonSchema,
  item: JsonSchema,
  request: string,
  root: JsonSchemaNode,
): AskedCriterion[] {
  const verdict = findVerdict(item, root)!.name;
  const ids = Object.entries<JsonSchemaNode>(item.properties ?? {})
    .filter(([name]) => name !== verdict && idName.test(bareName(name)))
    .map(([name, node]) => ({ name, schema: resolveNode(node, root) as JsonSchema }));
  const named = ids.find(({ schema }) => namesOf(schema).length > 0);
  if (named) {
    return namesOf(named.schema).map((value) => ({
      id: String(value),
      item,
      fields: { [named.name]: value },
    }));
  }
  const lines = numberedLines(request);
  const fixed = list.minItems !== undefined && list.minItems === list.maxItems ? list.minItems : undefined;
  const count = fixed ?? Math.min(Math.max(list.minItems ?? 1, lines.length), list.maxItems ?? Infinity);
  return Array.from({ length: count }, (_, at) => {
    const line = lines[at] ?? { mark: String(at + 1), text: `Criterion ${at + 1}`, at: 0 };
    const fields = Object.fromEntries(
      ids.map(({ name, schema }) => [name, valueFor(name, schema, line, at)]),
    );
    return { id: line.mark, item, fields };
  });
}

function namesOf(schema: JsonSchema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  const variants: JsonSchema[] = schema.anyOf ?? schema.oneOf ?? [];
  return variants.every((variant) => "const" in variant) ? variants.map((variant) => variant.const) : [];
}

interface CriterionLine {
  mark: string;
  text: string;
  /** Where its text stands in the request. */
  at: number;
}

function valueFor(name: string, schema: JsonSchema, line: CriterionLine, at: number): unknown {
  if (schema.type === "integer" || schema.type === "number") {
    const marked = Number(/\d+/.exec(line.mark)?.[0] ?? at + 1);
    return schema.maximum !== undefined && marked > schema.maximum ? at : marked;
  }
  return /^(id|key|index|number|criterionid|criteriaid|rubricid)$/.test(bareName(name))
    ? line.mark
    : line.text;
}

const numbered =
  /^[ \t]*(?:[-*][ \t]+)?(?:\[([\w.-]{1,40})\]|([A-Za-z]{0,12}[-_]?\d{1,3})[.):])[ \t]+(\S.*)$/gm;

/** Criteria as a request lists them: `<criterion id="…">`, or lines like `1. …`, `c1: …`, `[clarity] …`. */
export function numberedLines(request: string): CriterionLine[] {
  const tags = taggedLines(request);
  const lines = tags.length > 0 ? tags : markedLines(request);
  const seen = new Set<string>();
  return lines.filter(({ mark }) => !seen.has(mark) && seen.add(mark));
}

/** A request without the texts of these lines of it. */
export function withoutLines(request: string, lines: readonly CriterionLine[]): string {
  let from = 0;
  const pieces = lines.map(({ at, text }) => {
    const piece = request.slice(from, at);
    from = at + text.length;
    return piece;
  });
  return [...pieces, request.slice(from)].join("");
}

function markedLines(request: string): CriterionLine[] {
  return Array.from(request.matchAll(numbered), ({ 0: line, 1: bracketed, 2: plain, 3: text, index }) => ({
    mark: (bracketed ?? plain)!,
    text: text!.trim(),
    at: index + line.length - text!.length,
  }));
}

function taggedLines(request: string): CriterionLine[] {
  const lines: CriterionLine[] = [];
  const nextTag = nextIn(request, /<criterion\b/g);
  const nextId = nextIn(request, /\b(?:id|index|number|name)="(?!")/g);
  const nextQuote = nextIn(request, /"/g);
  const [nextClose, nextCloseOfId] = [nextIn(request, />/g), nextIn(request, />/g)];
  const written = /[^<]*/y;
  for (let tag = nextTag(0); tag; ) {
    const id = nextId(tag.end);
    const quote = id && nextQuote(id.end);
    const close = quote && nextCloseOfId(quote.end);
    if (!close) break;
    if (nextClose(tag.end)!.at < id.at) {
      tag = nextTag(tag.end);
      continue;
    }
    written.lastIndex = close.end;
    const text = written.exec(request)![0];
    const at = close.end + text.length - text.trimStart().length;
    lines.push({ mark: request.slice(id.end, quote.at), text: text.trim(), at });
    tag = nextTag(close.end);
  }
  return lines;
}
