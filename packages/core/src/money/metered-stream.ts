import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { version4StreamEnd } from "../model/version-4-answer.ts";
import type { MeteredCall } from "./metered-call.ts";
import { readOn, readOnLimits } from "./read-on.ts";
import { StreamCutError } from "./stream-cut-error.ts";

type Part = LanguageModelV4StreamPart;

/**
 * The stream of a call as its reader sees it. Each part is passed on when it is asked for, none is held; the call is
 * booked when `finish` passes, when the stream breaks or ends without it, when the reader stops, or when it is cut
 * off, be it read or not. Raw chunks are read for their usage and left out unless the reader asked for them.
 */
export function meteredStream(
  source: ReadableStream<Part>,
  call: MeteredCall,
  modelId: string,
  wantsRaw: boolean,
): ReadableStream<Part> {
  const reader = source.getReader();
  const { flow } = call;
  /** Since an error was reported; whoever has read on by himself need not be waited for again. */
  let erredAt: number | undefined;
  let partsSince = 0;

  /** The reader left because of an error; the count of the whole call may still come. */
  async function readOnAfterError(): Promise<void> {
    if (erredAt === undefined || (!flow.unreadable && flow.counted(false))) return;
    const { ms, parts } = readOnLimits(flow.error);
    const left = { ms: ms - (performance.now() - erredAt), parts: parts - partsSince };
    // Timers may be early by a little; the charge is not to be late for that.
    if (left.ms < ms / 10) return;
    await readOn(reader, left, (part) => {
      if (!call.cutOff) flow.read(part);
      return !call.cutOff;
    });
  }

  return new ReadableStream<Part>(
    {
      start(output) {
        call.onCut((reason) => {
          output.error(reason);
          reader.cancel(reason).catch(ignore);
        });
      },

      async pull(output) {
        try {
          while (!call.cutOff) {
            const next = await reader.read();
            if (call.cutOff) return;
            if (next.done) {
              call.settle({ status: "failed", error: flow.error ?? new StreamCutError(modelId) });
              call.close();
              return output.close();
            }
            const part = next.value.type === "finish" ? version4StreamEnd(next.value) : next.value;
            if (flow.read(part)) call.noteToken();
            if (part.type === "error") erredAt ??= performance.now();
            if (erredAt !== undefined) partsSince += 1;
            if (part.type === "finish") settleFinish(call, part.finishReason.unified, modelId);
            if (part.type !== "raw" || wantsRaw) return output.enqueue(part);
          }
        } catch (error) {
          if (call.cutOff) return;
          throw call.fail(error);
        }
      },

      async cancel(reason) {
        const stopped = new DOMException("The reader of the stream stopped reading.", "AbortError");
        await readOnAfterError();
        try {
          if (flow.error === undefined) call.settle({ status: "aborted", error: stopped });
          else call.settle({ status: "failed", error: flow.error });
        } finally {
          call.close();
          await reader.cancel(reason);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function settleFinish(call: MeteredCall, finishReason: string, modelId: string): void {
  const { error } = call.flow;
  if (error !== undefined) call.settle({ status: "failed", error });
  else if (finishReason === "interrupted" || finishReason === "error") {
    call.settle({ status: "failed", error: new StreamCutError(modelId) });
  } else call.settle({ status: "complete", finishReason });
}

function ignore(): void {}
