import { nearestName } from "../text/nearest-name.ts";
import { InvalidScriptError } from "./script-errors.ts";

/** Checks of single values of a script; each throws an `InvalidScriptError` with the place when it does not hold. */
export interface ScriptChecker {
  fail(place: string, problem: string): never;
  object(value: unknown, place: string, known: string[]): Record<string, unknown>;
  list(value: unknown, place: string): unknown[];
  text(value: unknown, place: string): string;
  /** A number that is not negative. */
  number(value: unknown, place: string): number;
  numbers(value: unknown, place: string, known: string[], required: string[]): Record<string, number>;
}

/** The checks for one file, whose name is only for the messages. */
export function scriptChecker(file: string): ScriptChecker {
  const fail = (place: string, problem: string): never => {
    throw new InvalidScriptError({ file, place, problem });
  };
  const mustBe = (value: unknown, place: string, what: string): never =>
    fail(place, value === undefined ? `is missing; it must be ${what}` : `must be ${what}`);
  const check: ScriptChecker = {
    fail,
    object(value, place, known) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return mustBe(value, place, "an object");
      }
      for (const key of Object.keys(value)) {
        if (known.includes(key)) continue;
        const meant = nearestName(key, known);
        const hint = meant ? `did you mean "${meant}"?` : `known are ${known.join(", ")}`;
        fail(place, `has an unknown field "${key}" (${hint})`);
      }
      return value as Record<string, unknown>;
    },
    list: (value, place) => (Array.isArray(value) ? value : mustBe(value, place, "a list")),
    text: (value, place) => (typeof value === "string" ? value : mustBe(value, place, "a string")),
    number: (value, place) =>
      typeof value === "number" && Number.isFinite(value) && value >= 0
        ? value
        : mustBe(value, place, "a number, not negative"),
    numbers(value, place, known, required) {
      const given = check.object(value, place, known);
      for (const key of required) check.number(given[key], `${place}.${key}`);
      for (const [key, item] of Object.entries(given)) check.number(item, `${place}.${key}`);
      return given as Record<string, number>;
    },
  };
  return check;
}
