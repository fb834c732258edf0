import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { MeteredCall } from "./metered-call.ts";
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
            const part = next.value;
            if (flow.read(part)) call.noteToken();
            if (part.type === "finish") settleFinish(call, part.finishReason.unified, modelId);
            if (part.type !== "raw" || wantsRaw) return output.enqueue(part);
          }
        } catch (error) {
          if (call.cutOff) return;
          call.fail(error);
          throw error;
        }
      },

      async cancel(reason) {
        const stopped = new DOMException("The reader of the stream stopped reading.", "AbortError");
        if (flow.unreadable) await readOn(reader, call);
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

/** How long a stream with a piece that could not be read is still listened to, once its reader has gone. */
const readOnMs = 2_000;

/** The reader left because of a piece that could not be read; the count of the whole call may still come. */
async function readOn(reader: ReadableStreamDefaultReader<Part>, call: MeteredCall): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readOnMs);
  });
  try {
    while (!call.cutOff) {
      const next = await Promise.race([reader.read(), enough]);
      if (!next || next.done || call.cutOff) return;
      call.flow.read(next.value);
      if (next.value.type === "finish") return;
    }
  } catch {
    // The call has failed already; what flowed until now is what is known.
  } finally {
    clearTimeout(timer);
  }
}

function settleFinish(call: MeteredCall, finishReason: string, modelId: string): void {
  const { error } = call.flow;
  if (error !== undefined) call.settle({ status: "failed", error });
  else if (finishReason === "interrupted" || finishReason === "error") {
    call.settle({ status: "failed", error: new StreamCutError(modelId) });
  } else call.settle({ status: "complete", finishReason });
}

function ignore(): void {}
