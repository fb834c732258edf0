import type { Command } from "@stricli/core";
import { parseBudget, parseCount, parseMost, parseShare, parseUsd } from "../typed/parse-flags.ts";
import type { XContext } from "../x-context.ts";

type Parameters = Command<XContext>["parameters"];
type Flag = NonNullable<Parameters["flags"]>[string];

/** What a value looks like when its flag does not say. */
const placeholders = new Map<unknown, string>([
  [parseCount, "n"],
  [parseMost, "n"],
  [parseUsd, "usd"],
  [parseBudget, "usd"],
  [parseShare, "0–1"],
]);

/** A flag as it is typed, with its short form and what its value is: `-m, --model <id>`. */
export function flagName(name: string, flag: Flag, aliases: Parameters["aliases"]): string {
  const short = Object.entries(aliases ?? {}).find(([, target]) => target === name)?.[0];
  const negated = flag.kind === "boolean" && flag.withNegated === true;
  return `${short ? `-${short}, ` : ""}${negated ? "--[no-]" : "--"}${kebab(name)}${placeholderOf(flag)}`;
}

/** What a flag does, and what it takes when that is a choice or may be given again. */
export function flagMeaning(flag: Flag): string {
  const more = [
    ...(flag.kind === "enum" ? [flag.values.join(", ")] : []),
    ...("variadic" in flag && flag.variadic === true ? ["may be repeated"] : []),
    ...(isOptional(flag) ? [] : ["required"]),
  ];
  return more.length === 0 ? flag.brief : `${flag.brief} (${more.join("; ")})`;
}

/** Whether a command runs without it. */
export function isOptional(flag: Flag): boolean {
  return flag.optional === true || ("default" in flag && flag.default !== undefined);
}

/** `judgeModel` as it is typed: `judge-model`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function placeholderOf(flag: Flag): string {
  if (flag.kind === "boolean") return "";
  if (flag.kind === "enum") return ` <${flag.placeholder ?? "name"}>`;
  if (flag.kind === "counter") return "";
  const value = `<${flag.placeholder ?? placeholders.get(flag.parse) ?? "value"}>`;
  return flag.variadic === "," ? ` ${value},…` : ` ${value}`;
}
