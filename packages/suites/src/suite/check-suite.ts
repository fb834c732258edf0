import { createRedactor } from "@flow-state-dev/records";
import type { Node } from "jsonc-parser";
import { crossCheck } from "./cross-checks.ts";
import { type DescribedIssue, describeIssue } from "./describe-issue.ts";
import { type Position, positionsIn } from "./position.ts";
import type { SuiteProblem } from "./suite-problem.ts";
import { type SuiteFile, suiteSchema } from "./suite-schema.ts";
import { keyNodeAt, nodeAt, readSuiteText, valueIn } from "./suite-text.ts";

/** A suite file that was checked by itself, without a look at the disk. */
export interface CheckedSuite {
  /** Null when there are problems. */
  suite: SuiteFile | null;
  /** What the file says, whether right or wrong. */
  value: unknown;
  problems: SuiteProblem[];
  /** Where the value at a path stands. */
  positionOf: (path: readonly PropertyKey[]) => Position;
  /** An issue found later, as a problem with its place. */
  locate: (issue: DescribedIssue) => SuiteProblem;
}

/** Checks the text of a suite: all mistakes at once, in the order in which they stand. `file` is for the messages. */
export function checkSuite(source: string, file: string): CheckedSuite {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const position = positionsIn(text);
  const redactor = createRedactor();
  const { tree, mistakes } = readSuiteText(text);
  const clean = (words: string | null) => (words === null ? null : redactor.text(words));

  const problemAt = (offset: number, facts: Omit<DescribedIssue, "path" | "key">): SuiteProblem => {
    const owner = ownerOf(tree, offset);
    return {
      code: facts.code,
      file,
      ...position(offset),
      ...owner,
      caseId: clean(owner.caseId),
      message: redactor.text(facts.message),
      hint: clean(facts.hint),
      nearest: clean(facts.nearest),
    };
  };
  const nodeOf = (path: readonly PropertyKey[], key?: string) =>
    key === undefined ? nodeAt(tree!, path) : keyNodeAt(tree!, path, key);
  const locate = (issue: DescribedIssue) =>
    problemAt(tree === null ? 0 : nodeOf(issue.path, issue.key).offset, issue);
  const positionOf = (path: readonly PropertyKey[]) => position(tree === null ? 0 : nodeOf(path).offset);

  const inText = mistakes.map((mistake) => problemAt(mistake.offset, { ...mistake, nearest: null }));
  if (tree === null) return { suite: null, value: undefined, problems: inText, positionOf, locate };
  const value = valueIn(tree);
  const checked = parseSuite(value);
  const issues = checked.success
    ? []
    : checked.error.issues.flatMap((issue) => describeIssue(issue, valueAtPath(value, issue.path)));
  const problems = inText.concat(issues.concat(crossCheck(value)).map(locate)).sort(byPlace);
  return {
    suite: checked.success && problems.length === 0 ? checked.data : null,
    value,
    problems,
    positionOf,
    locate,
  };
}

/**
 * The schema library asks anything for its length, lists or not, and compares it; one that cannot be compared makes it
 * throw. An object with such a field stands where a list or a text should be, which it then says without the field.
 */
function parseSuite(value: unknown): ReturnType<typeof suiteSchema.safeParse> {
  try {
    return suiteSchema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return suiteSchema.safeParse(JSON.parse(JSON.stringify(value, withoutLength)));
  }
}

function withoutLength(key: string, value: unknown): unknown {
  return key === "length" && typeof value === "object" ? undefined : value;
}

/** Problems in the order in which they stand in the file. */
export function byPlace(a: SuiteProblem, b: SuiteProblem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** Which case and which expectation a place in the text belongs to. */
function ownerOf(
  tree: Node | null,
  offset: number,
): Pick<SuiteProblem, "caseId" | "caseNumber" | "expectation"> {
  const none = { caseId: null, caseNumber: null, expectation: null };
  const cases = tree?.type === "object" ? nodeAt(tree, ["cases"]) : null;
  const at = cases?.type === "array" ? itemAt(cases, offset) : -1;
  if (at === -1) return none;
  const found = cases!.children![at]!;
  if (found.type !== "object") return { ...none, caseNumber: at + 1 };
  const id = nodeAt(found, ["id"]);
  const expectations = nodeAt(found, ["expect"]);
  const number = expectations.type === "array" ? itemAt(expectations, offset) : -1;
  return {
    caseId: id.type === "string" && id.value !== "" ? String(id.value).slice(0, 100).toWellFormed() : null,
    caseNumber: at + 1,
    expectation: number === -1 ? null : number + 1,
  };
}

/** Which item of a list an offset lies in; -1 when in none. */
function itemAt(list: Node, offset: number): number {
  const items = list.children ?? [];
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (items[middle]!.offset <= offset) low = middle;
    else high = middle - 1;
  }
  const item = items[low];
  return item && offset >= item.offset && offset < item.offset + item.length ? low : -1;
}

function valueAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}
