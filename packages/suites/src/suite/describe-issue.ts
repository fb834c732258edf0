import { nearestName } from "@flow-state-dev/core";
import type { z } from "zod";
import { shown } from "../text/shown.ts";
import { suiteBounds } from "./suite-limits.ts";
import { suiteFields } from "./suite-schema.ts";

/** What is wrong at a path of a suite. `key` is the field whose name is meant rather than its value. */
export interface DescribedIssue {
  code: string;
  path: readonly PropertyKey[];
  key?: string;
  message: string;
  hint: string | null;
  nearest: string | null;
}

const { budget, timeout, runs, margin } = suiteBounds;
/**
 * What each field must be, in words. Asked for only when one is not: the first number that is written out takes 10 ms.
 */
const form = (): Record<string, string> => ({
  $schema: "a text",
  name: "a text",
  description: "a text",
  model: "a text, the id of a model",
  defaults: 'an object with "budget" and "timeout"',
  cases: "a list of cases",
  id: "a text",
  prompt: "a text",
  expect: "a list of expectations",
  budget: `a number of dollars, more than 0 and at most ${grouped(budget.most)}`,
  timeout: `a number of seconds, more than 0 and at most ${grouped(timeout.most)} (7 days)`,
  workspace: "a text, a folder or a git repository",
  setup: "a list of commands",
  files: "an object, path to text",
  hidden: "a text, the path of a folder",
  protect: "a list of globs",
  solution: "a text, a path",
  agent: "a text",
  runs: `a whole number from ${runs.least} to ${grouped(runs.most)}`,
  tags: "a list of texts",
  family: "a text",
  env: "a list of names",
  network: '"none", "gateway" or "full"',
  gate: 'an object with "margin", "failOn", "maxCost", "maxTime" or "minCoverage"',
  margin: `a number from 0 to ${margin.most}`,
  failOn: '"regression" or "doubt"',
  maxCost: `a number of dollars, more than 0 and at most ${grouped(budget.most)}`,
  maxTime: `a number of seconds, more than 0 and at most ${grouped(timeout.most)} (7 days)`,
  minCoverage: "a share from 0 to 1",
});
const networkWords: Record<string, string> = {
  off: "none",
  no: "none",
  models: "gateway",
  all: "full",
  internet: "full",
};

/** Says that there is a network, but not which. */
const isYes = /^(on|yes|true)$/i;
const networkHint = '"none" reaches nothing, "gateway" the models alone, "full" everything';

/** Puts an issue of the schema into words: one for each mistake. */
export function describeIssue(issue: z.core.$ZodIssue, value: unknown): DescribedIssue[] {
  const { path } = issue;
  const base = { path, hint: null, nearest: null };
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownField(path, key));
    case "invalid_key":
      return issue.issues.map((inner) => ({
        ...customIssue(inner, path),
        key: String(path.at(-1)),
        path: path.slice(0, -1),
      }));
    case "custom":
      return [customIssue(issue, path)];
    case "too_small":
      if (issue.origin !== "array") break;
      return [
        {
          ...base,
          code: "empty-list",
          message: `${nameOf(path)} is empty`,
          hint: `it must be ${form()[fieldOf(path)]}, at least one`,
        },
      ];
    case "invalid_type":
      if (value === undefined)
        return [
          {
            ...base,
            code: "missing-field",
            message: `${nameOf(path)} is missing`,
            hint: `it must be ${formOf(path)}`,
          },
        ];
      break;
  }
  return [wrongValue(path, value)];
}

function customIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): DescribedIssue {
  const params = (issue.code === "custom" ? issue.params : undefined) ?? {};
  const nearest = typeof params.nearest === "string" ? params.nearest : null;
  const hint = typeof params.hint === "string" ? params.hint : null;
  return {
    code: typeof params.code === "string" ? params.code : `bad-${fieldOf(path).replace("$", "")}`,
    path,
    message: issue.message,
    hint: nearest === null ? hint : `did you mean ${shown(nearest, 200)}?`,
    nearest,
  };
}

function wrongValue(path: readonly PropertyKey[], value: unknown): DescribedIssue {
  const field = fieldOf(path);
  // What stands in env may be a key.
  const found = field === "env" ? kindOf(value) : shownValue(value);
  const nearest = nearestValue(field, typeof path.at(-1) === "number", value);
  return {
    code: field === "budget" || field === "timeout" || field === "runs" ? "bad-limit" : "wrong-type",
    path,
    message: `${nameOf(path)} must be ${formOf(path)}, not ${found}`,
    hint: nearest === null ? (leastOf(field, value) ?? shapeOf(path)) : `write ${nearest}`,
    nearest,
  };
}

const least: Record<string, number> = {
  ...{ budget: budget.least, maxCost: budget.least },
  ...{ timeout: timeout.least, maxTime: timeout.least },
};

/** What is the least, for a number that is more than 0 and yet too small. */
function leastOf(field: string, value: unknown): string | null {
  const bound = least[field];
  if (bound === undefined || typeof value !== "number" || value <= 0 || value >= bound) return null;
  return `the least is ${bound}`;
}

/** What to write in place of something whose form the message does not show by itself. */
function shapeOf(path: readonly PropertyKey[]): string | null {
  if (path.length === 0) return 'write { "name": "…", "cases": […] }';
  if (isCase(path)) return 'write { "id": "…", "prompt": "…", "expect": […] }';
  return fieldOf(path) === "network" ? networkHint : null;
}

function isCase(path: readonly PropertyKey[]): boolean {
  return path.length === 2 && path[0] === "cases";
}

function nearestValue(field: string, isItem: boolean, value: unknown): string | null {
  if (field === "network" && typeof value === "string") {
    if (isYes.test(value)) return null;
    const meant = networkWords[value.toLowerCase()] ?? nearestName(value, ["none", "gateway", "full"]);
    return meant === undefined ? null : `"${meant}"`;
  }
  const isNumber = field === "budget" || field === "timeout" || field === "runs";
  if (isNumber && typeof value === "string") {
    const digits = /^\$?\s*(\d+(?:\.\d+)?)\s*(?:s|sec|seconds|usd|\$)?$/i.exec(value.trim())?.[1];
    return digits ?? null;
  }
  const isList = form()[field]?.startsWith("a list") === true && !isItem;
  return isList && typeof value === "string" && field !== "env" && field !== "cases"
    ? `[${shown(value, 80)}]`
    : null;
}

function unknownField(path: readonly PropertyKey[], key: string): DescribedIssue {
  const inDefaults = path[0] === "defaults";
  const known = fieldsOf(path[0]);
  const issue = { code: "unknown-field", path, key, message: `unknown field ${shown(key, 60)}` };
  const elsewhere = suiteFields.suite.includes(key) || suiteFields.case.includes(key);
  if (elsewhere)
    return {
      ...issue,
      message: `"${key}" does not belong here`,
      hint: placeOf(key, inDefaults),
      nearest: null,
    };
  const meant = nearestName(key, known);
  return meant === undefined
    ? { ...issue, hint: `known fields are ${known.join(", ")}`, nearest: null }
    : { ...issue, hint: `did you mean "${meant}"?`, nearest: meant };
}

function fieldsOf(part: PropertyKey | undefined): readonly string[] {
  if (part === "cases") return suiteFields.case;
  return part === "defaults" || part === "gate" ? suiteFields[part] : suiteFields.suite;
}

function placeOf(key: string, inDefaults: boolean): string {
  if (suiteFields.defaults.some((name) => name === key)) return `put it into "defaults", or into a case`;
  if (!suiteFields.case.includes(key)) return "put it at the top of the suite";
  return suiteFields.suite.includes(key)
    ? "put it at the top of the suite, or into a case"
    : `put it into a case${inDefaults ? "" : ' of "cases"'}`;
}

/** The field that a path leads to, or whose item it leads to. */
function fieldOf(path: readonly PropertyKey[]): string {
  const names = path.filter((step) => typeof step === "string");
  return path.includes("files") ? "files" : String(names.at(-1) ?? "");
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "a suite";
  if (isCase(path)) return "a case";
  const last = path.at(-1);
  if (typeof last === "number") return `item ${last + 1} of "${fieldOf(path)}"`;
  return fieldOf(path) === "files" && last !== "files"
    ? `the text of ${shown(String(last), 60)}`
    : `"${String(last)}"`;
}

function formOf(path: readonly PropertyKey[]): string {
  if (path.length === 0 || isCase(path)) return "an object";
  const isInside = typeof path.at(-1) === "number" || (fieldOf(path) === "files" && path.at(-1) !== "files");
  return isInside ? "a text" : (form()[fieldOf(path)] ?? "something else");
}

function shownValue(value: unknown): string {
  if (typeof value === "string") return `the text ${shown(value, 40)}`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value === "string" ? "text" : typeof value}`;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
