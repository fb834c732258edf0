import { formatDuration } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import { type SuiteResults, simulatedNotice } from "@flow-state-dev/suites";
import { shortNames } from "../text/short-names.ts";
import { agentsText } from "./agents-text.ts";
import { chanceText } from "./chance-text.ts";
import { passedText } from "./passed-text.ts";
import { spentText } from "./spent-text.ts";

/**
 * The last lines of `x bench`: how many passed, how sure that is, what it cost.
 *
 * @param columns of the terminal that its table is made to fit; as wide as it comes without
 */
export function resultsText(results: SuiteResults, columns?: number | undefined): string {
  const lines = [
    ...reliabilityLines(results),
    ...coverageLines(results),
    ...agentsText(results, columns),
    summaryLine(results),
    ...(results.simulated ? [simulatedNotice] : []),
  ];
  return `\n${lines.join("\n")}\n`;
}

function summaryLine(results: SuiteResults): string {
  const { unknownCosts, duration, run } = results;
  const cost = `${spentText(results)}${unknownCosts > 0 ? ` and ${unknownCosts} of unknown cost` : ""}`;
  return [passedText(results), cost, formatDuration(duration * 1000), `run ${shortRunId(run)}`].join(" · ");
}

function reliabilityLines({ passHatK, cases, agents, total }: SuiteResults): string[] {
  if (!passHatK) return [];
  const flaky = cases.filter(({ passes }) => passes.passed > 0 && passes.passed < passes.of);
  // Over several agents it would be the chance of nobody; their table has that of each.
  const all =
    agents.length > 1 ? [] : [`all ${passHatK.k} runs of a case pass: ${chanceText(passHatK, total)}`];
  const [caseName, agentName] = [
    shortNames(
      cases.map(({ id }) => id),
      80,
    ),
    shortNames(agents),
  ];
  const names = flaky
    .map(
      ({ id, agent, passes }) =>
        `${caseName(id)}${agents.length > 1 ? ` ${agentName(agent)}` : ""} (${passes.passed} of ${passes.of})`,
    )
    .join(", ");
  const said = [...all, ...(flaky.length === 0 ? [] : [`not every time: ${names}`])];
  return said.length === 0 ? [] : [said.join("; ")];
}

function coverageLines({ coverage }: SuiteResults): string[] {
  const { planned, withResult, missing } = coverage;
  if (planned === withResult) return [];
  const why = Object.entries(missing)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
  return [`Results for ${withResult} of ${planned} runs (${why}).`];
}
