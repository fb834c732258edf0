import { parseText } from "../parse-flags.ts";
/** Flags of commands that hold a run against something, as CI wants it. */
export const gateFlags = {
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
