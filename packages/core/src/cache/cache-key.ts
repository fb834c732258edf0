import { createHash } from "node:crypto";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { callContextOf } from "../model/call-context.ts";
import { requestText } from "./request-text.ts";

/**
 * The key of a call in a response cache: 64 hex digits over all that shapes the answer (model, prompt, tools,
 * tool choice, response format, settings, provider options) and the call's place in its run.
 *
 * Cell, block and ordinal are all part of it. Without the block, five voters that ask the same question in one
 * cell would all be given the first one's answer; renaming a block therefore means asking again. The attempt is
 * not part of it: a call that failed and was answered at the second try is found at the first when played again.
 * Neither are headers, the abort signal and whether raw chunks were wanted.
 */
export function cacheKey(modelId: string, options: LanguageModelV4CallOptions): string {
  const {
    abortSignal: _signal,
    headers: _headers,
    includeRawChunks: _raw,
    providerOptions,
    ...request
  } = options;
  const { x: _context, ...forProvider } = providerOptions ?? {};
  const { cell, block, ordinal } = callContextOf(options);
  const text = requestText({ modelId, request: withDefaults(request), forProvider, cell, block, ordinal });
  return createHash("sha256").update(text).digest("hex");
}

type Request = Omit<
  LanguageModelV4CallOptions,
  "abortSignal" | "headers" | "includeRawChunks" | "providerOptions"
>;

/** What is spelled out and what is left to the default are the same request. */
function withDefaults({ tools, toolChoice, responseFormat, reasoning, stopSequences, ...rest }: Request) {
  return {
    ...rest,
    ...(tools?.length && { tools, toolChoice: toolChoice ?? { type: "auto" } }),
    ...(stopSequences?.length && { stopSequences }),
    responseFormat: responseFormat ?? { type: "text" },
    reasoning: reasoning ?? "provider-default",
  };
}
