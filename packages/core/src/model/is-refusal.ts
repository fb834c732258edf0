import { causesOf } from "../errors/causes.ts";
import { httpStatus, isModelAnswer } from "./http-status.ts";
import { ProviderAnswerError } from "./provider-answer-error.ts";

/** Did the provider of a model answer that it will not do what was asked: a wrong key, no such model, no money left? */
export function isRefusal(error: unknown): boolean {
  return causesOf(error).some((each) => {
    if (each instanceof ProviderAnswerError) return each.retryable === false;
    const status = isModelAnswer(each) ? httpStatus(each) : undefined;
    return status !== undefined && status >= 400 && status < 500;
  });
}
