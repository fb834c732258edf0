import { wrapRows } from "../../help/wrap-text.ts";
import type { Paint } from "../../text/colour.ts";
import { counted } from "../../text/show-numbers.ts";
import { asStarted } from "../../typed/as-started.ts";
import type { CheckState, MachineCheck } from "./machine-check.ts";

const marks: Record<CheckState, string> = { fine: "✓", absent: "–", problem: "✗" };

/** What `x doctor` says about the machine: each thing under its heading, what to do, and the verdict. */
export function machineText(
  checks: readonly MachineCheck[],
  { width, paint }: { width: number; paint: Paint },
): string {
  const groups = [...new Set(checks.map(({ group }) => group))];
  const column = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const painters: Record<CheckState, (text: string) => string> = {
    fine: paint.good,
    absent: paint.quiet,
    problem: paint.bad,
  };
  const lines = groups.flatMap((group) => [
    paint.head(group),
    ...checks
      .filter((check) => check.group === group)
      .flatMap(({ name, state, found }) =>
        wrapRows([[`${marks[state]} ${name}`.padEnd(column), found]], {
          ...{ width, nameWidth: column },
          paintName: (text) => text.replace(marks[state], painters[state]),
        }),
      ),
    "",
  ]);
  return `${[...lines, ...adviceLines(checks, width, paint), verdict(checks)].join("\n")}\n`;
}

function adviceLines(checks: readonly MachineCheck[], width: number, paint: Paint): string[] {
  const advised = checks.flatMap(({ name, advice }) => (advice === null ? [] : [[name, advice] as const]));
  if (advised.length === 0) return [];
  return [paint.head("to install or set"), ...wrapRows(advised, { width }), ""];
}

function verdict(checks: readonly MachineCheck[]): string {
  const problems = checks.filter(({ state }) => state === "problem");
  if (problems.length > 0) {
    return `${counted(problems.length, "problem")}: ${problems.map(({ name }) => name).join(", ")}.`;
  }
  const holds = checks.some(({ group, state }) => group === "sandboxes" && state === "fine");
  const how = holds ? "" : " Without a sandbox agents can read and write what you can.";
  return asStarted(`Ready.${how} Next: x init, or x doctor <suite.json>.`);
}
