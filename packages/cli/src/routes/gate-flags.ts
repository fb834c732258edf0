import { proposeRuns } from "../completion/proposals.ts";
import { parseText } from "../typed/parse-flags.ts";

/**
 * Flags of commands that hold a run against something, as CI wants it. `file` and `same` say what may be held against
 * beside a run, and of what the last run is.
 */
export function gateFlags(file: string, same: string) {
  return {
    against: {
      kind: "parsed",
      placeholder: "run",
      proposeCompletions: proposeRuns,
      parse: String,
      optional: true,
      brief: `Fail when it is surely worse than this earlier run, or ${file}; last: of the same ${same}`,
    },
    gate: {
      kind: "parsed",
      placeholder: "rules",
      parse: String,
      optional: true,
      brief:
        "What fails, with commas between: margin=0.05, fail-on=doubt, max-cost=0.50, max-time=60, min-coverage=0.9",
    },
    junit: {
      kind: "parsed",
      placeholder: "file",
      parse: parseText,
      optional: true,
      brief: "Also write JUnit XML to this file",
    },
  } as const;
}
