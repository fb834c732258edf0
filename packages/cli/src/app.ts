import { type Application, buildApplication, buildRouteMap } from "@stricli/core";
import { appText } from "./app-text.ts";
import type { DescribedCommand } from "./help/described.ts";
import { kebab } from "./help/flag-rows.ts";
import { helpStyle } from "./help/help-style.ts";
import { rootHelp } from "./help/root-help.ts";
import { agents } from "./routes/agents.ts";
import { bench } from "./routes/bench.ts";
import { compare } from "./routes/compare.ts";
import { completion } from "./routes/completion.ts";
import { diff } from "./routes/diff.ts";
import { doctor } from "./routes/doctor.ts";
import { exportRun } from "./routes/export.ts";
import { importRun } from "./routes/import.ts";
import { init } from "./routes/init.ts";
import { models } from "./routes/models.ts";
import { report } from "./routes/report.ts";
import { run } from "./routes/run.ts";
import { runs } from "./routes/runs.ts";
import { show } from "./routes/show.ts";
import { top } from "./routes/top.ts";
import { view } from "./routes/view.ts";
import { worker } from "./routes/worker.ts";
import { readVersion } from "./version.ts";
import type { XContext } from "./x-context.ts";

/** Every command of `x`, by what people come for; in this order help and the docs have them. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, DescribedCommand>>>> = {
  Begin: { init, doctor, models, agents },
  Run: { bench, compare, run },
  "Look at results": { runs, show, view, diff, report, export: exportRun, import: importRun },
  "On many machines": { worker, top },
  "In your shell": { completion },
};

/**
 * Everything `x` can do. Commands load when they are run, so that help and version start fast.
 *
 * @param words what was typed after `x`, for messages
 */
export function buildApp(words: readonly string[] = []): Application<XContext> {
  const routes = Object.assign({}, ...Object.values(commandGroups)) as Record<string, DescribedCommand>;
  const root = buildRouteMap<string, XContext>({
    routes,
    docs: { brief: "Benchmarks for coordination patterns and coding agents" },
  });
  return buildApplication(
    { ...root, formatHelp: () => rootHelp(commandGroups, helpStyle()) },
    {
      name: "x",
      versionInfo: { currentVersion: readVersion() },
      scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
      documentation: { disableAnsiColor: true },
      localization: { text: appText(words, flagsOf(routes, words)) },
    },
  );
}

/**
 * Flags of the command that stands first, as they are typed, without dashes; each with its values where they are few.
 */
function flagsOf(routes: Readonly<Record<string, DescribedCommand>>, [first = ""]: readonly string[]) {
  const command = Object.hasOwn(routes, first) ? routes[first] : undefined;
  const flags = Object.entries(command?.parameters.flags ?? {});
  return new Map(flags.map(([name, flag]) => [kebab(name), flag.kind === "enum" ? flag.values : []]));
}
