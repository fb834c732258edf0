import { FlowError } from "../errors/flow-error.ts";

/** Bytes of the largest answer, unpacked, and of the largest event of a stream. No model writes a thousandth of it. */
const mostBytes = 64 * 1024 * 1024;
const lf = 10;

/** An answer without end, or one that was packed so that it would fill the memory of whoever reads it. */
class EndlessAnswerError extends FlowError {
  override readonly name = "EndlessAnswerError";

  constructor(most: number) {
    super(
      `An answer was broken off after ${Math.round(most / 1024 / 1024)} MiB, which is more than a model can write. Try again, or check the address of the server.`,
      { code: "endless-answer", retryable: true },
    );
  }
}

/**
 * The same response, which breaks off with an `EndlessAnswerError` when it is larger than an answer can be: as a whole,
 * or, of a stream of events, when a line is.
 */
export function boundedAnswer(response: Response, most = mostBytes): Response {
  const { body, headers, status, statusText, url } = response;
  if (!body) return response;
  const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, output) {
      const lastEnd = isStream ? piece.lastIndexOf(lf) : -1;
      bytes = lastEnd === -1 ? bytes + piece.length : piece.length - lastEnd - 1;
      if (bytes > most) return output.error(new EndlessAnswerError(most));
      output.enqueue(piece);
    },
  });
  // Some proxies refuse with 999, which a response that is made by hand cannot have.
  const made = Math.min(status, 599);
  const bounded = new Response(body.pipeThrough(counting), { status: made, statusText, headers });
  return Object.defineProperties(bounded, { url: { value: url }, status: { value: status } });
}
