import { proposeCases, proposeTags } from "../completion/proposals.ts";
import { parseText } from "../typed/parse-flags.ts";

/** Flags of commands that take some of the cases of a suite. */
export const caseFlags = {
  case: {
    kind: "parsed",
    placeholder: "id",
    proposeCompletions: proposeCases,
    parse: parseText,
    variadic: true,
    optional: true,
    brief: "Only cases of this id or glob",
  },
  tag: {
    kind: "parsed",
    placeholder: "tag",
    proposeCompletions: proposeTags,
    parse: parseText,
    variadic: true,
    optional: true,
    brief: "Only cases with this tag",
  },
} as const;
