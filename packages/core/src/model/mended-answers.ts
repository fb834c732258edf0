import { withUsage } from "./missing-usage.ts";
import { withCountsAsNumbers } from "./text-counts.ts";
import { withArgumentsAsText } from "./tool-arguments.ts";

const lf = 10;
const cr = 13;
const dataLine = /^(\ufeff?data: ?)([^\r\n]+)/gm;

/**
 * `fetch` for the package of a provider, which throws an answer away whose counts of tokens are texts, or missing, or
 * whose arguments of tool calls are objects: they come to it as numbers, as zeros, and as texts. Only good answers are
 * looked at, and only as they are read: JSON as a whole, a stream of events in whole lines, none of which is held back.
 * How an answer breaks off, or is cut off, stays as it is.
 */
export function mendedAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { ok, body, headers, status, statusText } = response;
    const type = headers.get("content-type") ?? "";
    const isStream = /^text\/event-stream\b/i.test(type);
    if (!ok || !body || !(isStream || /^application\/json\b/i.test(type))) return response;
    const read = isStream ? changing(readLines, endOfLines) : changing(mended, () => 0);
    return new Response(body.pipeThrough(read), { status, statusText, headers });
  };
}

function mended(json: string): string {
  return withArgumentsAsText(withUsage(withCountsAsNumbers(json)));
}

function readLines(lines: string): string {
  return lines.replace(dataLine, (_, name: string, data: string) => name + mended(data));
}

/** Up to where a piece has whole lines; 0 when it ends none. */
function endOfLines(piece: Uint8Array): number {
  return Math.max(piece.lastIndexOf(lf), piece.lastIndexOf(cr)) + 1;
}

/** Changes text as it flows, as far as it is `ready`, and the rest at its end. */
function changing(
  change: (text: string) => string,
  ready: (piece: Uint8Array) => number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  const take = (): Uint8Array<ArrayBuffer> => {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [];
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const changed = change(text);
    return changed === text ? bytes : Buffer.from(changed);
  };
  return new TransformStream({
    transform(piece, output) {
      const end = ready(piece);
      if (end > 0) {
        held.push(piece.subarray(0, end));
        output.enqueue(take());
      }
      if (end < piece.length) held.push(piece.subarray(end));
    },
    flush(output) {
      if (held.length > 0) output.enqueue(take());
    },
  });
}
