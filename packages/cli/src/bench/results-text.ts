import { formatDuration, formatMoney } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import { type SuiteResults, simulatedNotice } from "@flow-state-dev/suites";
import { visibleLine } from "../visible-text.ts";
import { agentsText } from "./agents-text.ts";

/** The last lines of `x bench`: how many passed, how sure that is, what it cost. */
export function resultsText(results: SuiteResults): string {
  const lines = [
    ...reliabilityLines(results),
    ...coverageLines(results),
    ...agentsText(results),
    summaryLine(results),
    ...(results.simulated ? [simulatedNotice] : []),
  ];
  return `\n${lines.join("\n")}\n`;
}

function summaryLine(results: SuiteResults): string {
  const { passed, failed, total, passRate, totalCost, unknownCosts, duration, run, agents } = results;
  const cost =
    unknownCosts > 0
      ? `${formatMoney(totalCost)} and ${unknownCosts} of unknown cost`
      : formatMoney(totalCost);
  // A rate over several agents would be the rate of nobody.
  const decided = passed + failed;
  const rate = agents.length > 1 ? "" : rateText(passRate, decided < total ? decided : null);
  return [
    `${passed} of ${total} passed${rate}`,
    cost,
    formatDuration(duration * 1000),
    `run ${shortRunId(run)}`,
  ].join(" · ");
}

/** `decided`: how many have a result, when not all of them have. */
function rateText(passRate: SuiteResults["passRate"], decided: number | null): string {
  if (!passRate) return "";
  const [low, high] = passRate.interval;
  const of = decided === null ? "" : ` of the ${decided} with a result`;
  return ` (${percent(passRate.value)} %${of}, 95 % interval ${percent(low)}–${percent(high)} %)`;
}

function reliabilityLines({ passHatK, cases, agents }: SuiteResults): string[] {
  if (!passHatK) return [];
  const flaky = cases.filter(({ passes }) => passes.passed > 0 && passes.passed < passes.of);
  const all = `all ${passHatK.k} runs of a case pass: ${percent(passHatK.value)} %`;
  const names = flaky
    .map(
      ({ id, agent, passes }) =>
        `${visibleLine(id, 80)}${agents.length > 1 ? ` ${visibleLine(agent, 60)}` : ""} (${passes.passed} of ${passes.of})`,
    )
    .join(", ");
  return [flaky.length === 0 ? all : `${all}; not every time: ${names}`];
}

function coverageLines({ coverage }: SuiteResults): string[] {
  const { planned, withResult, missing } = coverage;
  if (planned === withResult) return [];
  const why = Object.entries(missing)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
  return [`Results for ${withResult} of ${planned} runs (${why}).`];
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}
