import { proposeModels } from "../completion/proposals.ts";
import { parseText } from "../typed/parse-flags.ts";

/** The id of a model; `brief` says what for. */
export function modelFlag(brief: string) {
  return {
    kind: "parsed",
    placeholder: "id",
    proposeCompletions: proposeModels,
    parse: parseText,
    optional: true,
    brief,
  } as const;
}
