import type { Command } from "@stricli/core";
import type { XContext } from "../x-context.ts";
import type { HelpStyle } from "./help-style.ts";
import { wrapRows, wrapText } from "./wrap-text.ts";

/** Commands under the headings that `x --help` has. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, Command<XContext>>>>>;

/** What `x --help` prints: every command in one line, by what people come for. */
export function rootHelp(groups: CommandGroups, { width, paint }: HelpStyle): string {
  const names = Object.values(groups).flatMap((commands) => Object.keys(commands));
  const column = Math.max(...names.map((name) => name.length));
  return `${[
    ...wrapText("x: benchmarks for coordination patterns and coding agents", width),
    "",
    `${paint.head("Usage")}  x <command> [flags]`,
    ...Object.entries(groups).flatMap(([head, commands]) => [
      "",
      paint.head(head),
      ...wrapRows(
        Object.entries(commands).map(([name, { brief }]) => [name.padEnd(column), brief] as const),
        { width },
      ),
    ]),
    "",
    ...wrapRows(
      [
        ["x <command> --help", "examples, flags, exit codes"],
        ["x --version", "the version"],
      ],
      { width },
    ),
  ].join("\n")}\n`;
}
