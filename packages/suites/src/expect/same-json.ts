import { isExactNumber } from "./exact-json.ts";

/**
 * Are two values of JSON the same? Members count in any order, items in theirs, and -0 is 0. It goes as deep as the
 * shallower of both.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (isExactNumber(a) || isExactNumber(b)) {
    return isExactNumber(a) && isExactNumber(b) && JSON.stringify(a) === JSON.stringify(b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(memberOf(a, key), memberOf(b, key)))
  );
}

function memberOf(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}
