import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";
import type { AnswerFacts } from "./provider-answer-error.ts";

/** What the library behind `fetch` calls an answer that it could not read as HTTP. */
const names = new Set(["HTTPParserError", "HeadersOverflowError", "ResponseContentLengthMismatchError"]);

/** What was wrong with an answer that could not be read as HTTP; undefined when that was not it. */
export function brokenHttpIn(error: unknown): Error | undefined {
  return causesOf(error).find(({ name }) => names.has(name));
}

/** Does it say that the answer did not even begin as one of HTTP? Then no provider has given it. */
export function isOtherProtocol({ message }: Error): boolean {
  return message.includes("Expected HTTP/");
}

/** Somebody took the connection and answered in what cannot be read as HTTP; a little later it may be. */
export class NotHttpError extends FlowError {
  override readonly name = "NotHttpError";

  constructor({ route, host, cause }: Pick<AnswerFacts, "route" | "host" | "cause">, broken: Error) {
    const { modelId, provider, addressSetting } = route;
    super(
      `${host} answered ${modelId} with what cannot be read as HTTP (${broken.message}). ` +
        `Trying again may help; else check ${addressSetting ?? `the way to ${host}`}.`,
      { code: "not-http", retryable: true, cause, details: { modelId, provider, host } },
    );
  }
}
