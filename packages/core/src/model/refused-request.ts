import { httpStatus } from "./http-status.ts";
import { lacking } from "./lacking.ts";
import { refusalCause } from "./refusal-cause.ts";
import { isRetryable } from "./retryable.ts";

/** HTTP: the request is not as it should be, is too large, or cannot be worked on. */
const refusedStatus = new Set([400, 413, 422]);
/**
 * Said of a key, a model, or a way of asking that the model does not know: whoever set that up has to hear of it. A
 * setting that is in every request need not be here, for then every request fails.
 */
const setupWords = new RegExp(
  [
    ...["api[ _-]?key", "invalid model", "model[^.]{0,80}not (found|exist)", "model_not_found"],
    ...["unsupported", "not support", "n't support", "unknown (name|field|parameter)", "unrecognized"],
    ...["extra inputs", "not permitted", "(response|output)_?format"],
    ...["(json|response|input|output)_?schema", "format\\.schema", "invalid schema"],
  ].join("|"),
  "i",
);

type Facts = Record<string, unknown>;

/**
 * Did a provider refuse this very request, for what it says or for its length, so that another one may fare better? The
 * key, the money, the model and the setup are another matter, and so is trouble that passes. Takes whatever was thrown.
 */
export function isRefusedRequest(error: unknown): boolean {
  const chain = causes(error);
  const answer = chain.find((each) => httpStatus(each) !== undefined);
  if (!answer || isRetryable(error)) return false;
  const status = httpStatus(answer)!;
  if (!refusedStatus.has(status) && answer.code !== "refused-request") return false;
  const body = chain.map(({ responseBody }) => responseBody).find((each) => typeof each === "string") ?? "";
  const said = [...chain.map(({ message }) => message), body].join("\n");
  return refusalCause(status, body) === null && !setupWords.test(said) && lacking(said) === undefined;
}

/** What was thrown and what it was caused by, outermost first. */
function causes(error: unknown): Facts[] {
  const chain = new Set<Facts>();
  for (
    let at = error;
    typeof at === "object" && at !== null && !chain.has(at as Facts);
    at = (at as Facts).cause
  )
    chain.add(at as Facts);
  return [...chain];
}
