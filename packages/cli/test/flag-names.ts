import type { Command } from "@stricli/core";
import { kebab } from "../src/help/flag-rows.ts";
import type { XContext } from "../src/x-context.ts";

/** The flags that a command knows, as they are typed. */
export function flagNames({ flags = {} }: Command<XContext>["parameters"]): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => [
    `--${kebab(name)}`,
    ...(flag.kind === "boolean" && flag.withNegated ? [`--no-${kebab(name)}`] : []),
  ]);
}
