import { UnpricedModelError } from "@flow-state-dev/core";

/** What an error says, with the way out that there is on the command line where a model has no price. */
export function messageOf(error: Error): string {
  return error instanceof UnpricedModelError
    ? error.message.replace(/, or let such calls.*$/, "; then name that file in X_PRICES.")
    : error.message;
}
