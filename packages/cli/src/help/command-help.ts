import type { Command } from "@stricli/core";
import type { XContext } from "../x-context.ts";
import type { CommandWords } from "./command-words.ts";
import { flagMeaning, flagName, isOptional } from "./flag-rows.ts";
import type { HelpStyle } from "./help-style.ts";
import { wrapRows, wrapText } from "./wrap-text.ts";

type Parameters = Command<XContext>["parameters"];

/** What `x <command> --help` prints: how it is called, what it does, examples, arguments, flags, exit codes. */
export function commandHelp(
  called: string,
  { parameters, brief, fullDescription }: Command<XContext>,
  words: CommandWords,
  { width, paint }: HelpStyle,
): string {
  const rows = (pairs: readonly (readonly [string, string])[]) => wrapRows(pairs, { width, nameWidth: 26 });
  const section = (head: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", paint.head(head), ...lines];
  const flags = Object.entries(parameters.flags ?? {});
  const grouped = new Set(Object.values(words.groups ?? {}).flat());
  const rowsOf = (chosen: typeof flags) =>
    chosen.map(
      ([name, flag]) => [flagName(name, flag, parameters.aliases), flagMeaning(flag)] as [string, string],
    );
  const plain = flags.filter(([name]) => !grouped.has(name));
  return `${[
    ...wrapText(usageLine(called, parameters), width - 7).map((line, at) =>
      at === 0 ? `${paint.head("Usage")}  ${line}` : `       ${line}`,
    ),
    "",
    ...wrapText(`${brief}. ${fullDescription ?? ""}`, width),
    ...section("Examples", exampleLines(words.examples, width, paint.quiet)),
    ...section("Arguments", rows(argumentRows(parameters))),
    ...section("Flags", rows([...rowsOf(plain), ["-h, --help", "This text"]])),
    ...Object.entries(words.groups ?? {}).flatMap(([head, names]) =>
      section(head, rows(rowsOf(flags.filter(([name]) => names.includes(name))))),
    ),
    ...section("Exit codes", rows(Object.entries(words.exits))),
  ].join("\n")}\n`;
}

/** How a command is called: flags it cannot do without, then arguments. */
function usageLine(called: string, parameters: Parameters): string {
  const flags = Object.entries(parameters.flags ?? {});
  const required = flags.filter(([, flag]) => !isOptional(flag));
  return [
    called,
    ...required.map(([name, flag]) => flagName(name, flag, {})),
    ...(flags.length > required.length ? ["[flags]"] : []),
    ...argumentsOf(parameters).map(({ name, optional }) => (optional ? `[${name}]` : `<${name}>`)),
  ].join(" ");
}

function exampleLines(
  examples: CommandWords["examples"],
  width: number,
  quiet: (text: string) => string,
): string[] {
  return examples.flatMap(([line, what]) => [
    `  ${line}`,
    ...wrapText(what, width - 6).map((each) => quiet(`      ${each}`)),
  ]);
}

function argumentRows(parameters: Parameters): [string, string][] {
  return argumentsOf(parameters).map(({ name, brief }) => [name, brief]);
}

function argumentsOf({ positional }: Parameters): { name: string; brief: string; optional: boolean }[] {
  if (positional === undefined) return [];
  if (positional.kind === "array") {
    const { brief, placeholder = "value" } = positional.parameter;
    return [{ brief, name: `${placeholder}…`, optional: (positional.minimum ?? 0) === 0 }];
  }
  return positional.parameters.map(({ brief, placeholder = "value", optional }) => {
    return { brief, name: placeholder, optional: optional === true };
  });
}
