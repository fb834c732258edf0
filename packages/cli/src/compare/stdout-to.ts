import { StringDecoder } from "node:string_decoder";

/** What is held of a line that is not ended yet, in characters; more is told as it is. */
const mostHeld = 65_536;

/** A stream whose `write` is called by code of others, as far as it matters here. */
export interface WrittenStream {
  write(chunk: never, ...rest: never[]): boolean;
}

/** What was taken away from others: writing to the stream itself. */
export interface OwnStdout {
  write(text: string): boolean;
}

/**
 * Leads what is written to `stdout` to `say`, line by line, for the rest of the process: code of others may write there
 * with `process.stdout.write`, or pipe to it, in a command whose stdout is for its result.
 *
 * @returns `own`, which still writes to stdout, and `close`, which tells what was begun and not ended by a line break;
 *   what comes later is told as it comes
 */
export function stdoutTo(
  stdout: WrittenStream,
  say: (text: string) => void,
): { own: OwnStdout; close(): void } {
  const real = stdout.write.bind(stdout) as (text: string) => boolean;
  const decoder = new StringDecoder("utf8");
  let held = "";
  let isClosed = false;
  const flush = () => {
    if (held !== "") say(held);
    held = "";
  };
  const take = (chunk: string | Uint8Array, encoding: unknown) => {
    const isText = typeof chunk === "string";
    const plain = !isText || encoding === undefined || /^utf-?8$/i.test(String(encoding));
    held +=
      isText && plain
        ? chunk
        : decoder.write(isText ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk));
    const end = held.lastIndexOf("\n") + 1;
    if (end > 0) {
      say(held.slice(0, end));
      held = held.slice(end);
    }
    if (held.length > mostHeld || isClosed) flush();
  };
  stdout.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find((each) => typeof each === "function") as (() => void) | undefined;
    take(chunk, typeof rest[0] === "string" ? rest[0] : undefined);
    if (done) process.nextTick(done);
    return true;
  }) as WrittenStream["write"];
  const close = () => {
    isClosed = true;
    flush();
  };
  return { own: { write: (text) => real(text) }, close };
}
