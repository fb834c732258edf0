import { formatDuration, formatMoney } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import type { SuiteResults } from "@flow-state-dev/suites";

/** The last lines of `x bench`: how many passed, how sure that is, what it cost. */
export function resultsText(results: SuiteResults): string {
  const lines = [...reliabilityLines(results), ...coverageLines(results), summaryLine(results)];
  return `${lines.join("\n")}\n`;
}

function summaryLine({
  passed,
  total,
  passRate,
  totalCost,
  unknownCosts,
  duration,
  run,
}: SuiteResults): string {
  const rate = passRate
    ? ` (${percent(passRate.value)} %, 95 % interval ${percent(passRate.interval[0])}–${percent(passRate.interval[1])} %)`
    : "";
  const cost =
    unknownCosts > 0
      ? `${formatMoney(totalCost)} and ${unknownCosts} of unknown cost`
      : formatMoney(totalCost);
  return `${passed} of ${total} passed${rate} · ${cost} · ${formatDuration(duration * 1000)} · run ${shortRunId(run)}`;
}

function reliabilityLines({ passHatK, cases }: SuiteResults): string[] {
  if (!passHatK) return [];
  const flaky = cases.filter(({ passes }) => passes.passed > 0 && passes.passed < passes.of);
  const all = `all ${passHatK.k} runs of a case pass: ${percent(passHatK.value)} %`;
  const names = flaky.map(({ id, passes }) => `${id} (${passes.passed} of ${passes.of})`).join(", ");
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
