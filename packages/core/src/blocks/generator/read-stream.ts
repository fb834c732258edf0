import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { LanguageModel } from "../../model/language-model.ts";
import { reportedError } from "../../model/stream-failed-error.ts";
import { collectStream } from "../../model/stream-to-result.ts";
import { readOn, readOnLimits } from "../../money/read-on.ts";
import { StreamCutError } from "../../money/stream-cut-error.ts";
import { guard } from "../guard.ts";

/** Who is told what a stream brings. */
export interface StreamListener {
  /** Something of the answer has arrived; from here on nobody else may give it. */
  started(): void;
  text(delta: string): void;
}

/** Makes a call as a stream and reads it to its end. */
export async function readStream(
  model: LanguageModel,
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  listener: StreamListener,
): Promise<LanguageModelV4GenerateResult> {
  const { stream } = await guard(model.doStream(options), signal);
  const reader = stream.getReader();
  const collector = collectStream();
  try {
    for (;;) {
      const { done, value: part } = await guard(reader.read(), signal);
      if (done) break;
      if (part.type === "error") {
        // Nothing of it is an answer any more, but what it cost may follow, and belongs to this call.
        await guard(readOn(reader, readOnLimits(part.error)), signal);
        throw reportedError(part.error);
      }
      if (part.type !== "stream-start" && part.type !== "response-metadata" && part.type !== "ping")
        listener.started();
      if (part.type === "text-delta") listener.text(part.delta);
      collector.add(part);
    }
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
  const result = collector.result();
  if (!result) throw new StreamCutError(model.modelId);
  return result;
}
