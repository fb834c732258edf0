import type { FuzzTarget } from "./fuzz-target.ts";
import { agentOutput } from "./targets/agent-output.ts";
import { expectations } from "./targets/expectations.ts";
import { judgeAnswers } from "./targets/judge-answers.ts";
import { prices } from "./targets/prices.ts";
import { providerAnswers, rawAnswers } from "./targets/provider-answers.ts";
import { runImport } from "./targets/run-import.ts";
import { suites } from "./targets/suites.ts";
import { transcripts } from "./targets/transcripts.ts";
import { wires } from "./targets/wires.ts";

/** Everything that reads what strangers wrote. */
export const allTargets: readonly FuzzTarget[] = [
  expectations,
  suites,
  prices,
  ...wires,
  rawAnswers,
  providerAnswers,
  ...agentOutput,
  transcripts,
  runImport,
  judgeAnswers,
];

/** How many of all inputs each target gets: by its share, at least one. */
export function inputsOf(targets: readonly FuzzTarget[], total: number): number[] {
  const shares = targets.reduce((sum, { share }) => sum + share, 0);
  return targets.map(({ share }) => Math.max(1, Math.ceil((total * share) / shares)));
}
