import { FlowError } from "../errors/flow-error.ts";
import type { AnswerFacts } from "./provider-answer-error.ts";

/**
 * A server took the connection and closed it before its answer was complete, perhaps before any of it came. Whether the
 * model has worked nobody knows; a little later it may answer.
 */
export class ConnectionClosedError extends FlowError {
  override readonly name = "ConnectionClosedError";

  constructor({ route, host, cause }: Pick<AnswerFacts, "route" | "host" | "cause">) {
    const { modelId, provider } = route;
    super(
      `${host} closed the connection before its answer to ${modelId} was complete. Trying again may help.`,
      { code: "connection-cut", retryable: true, cause, details: { modelId, provider, host } },
    );
  }
}
