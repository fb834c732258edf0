const lf = 10;
const cr = 13;

/**
 * Cuts a stream of server-sent events into frames: one event each, with the empty line that ends it. All frames and the
 * rest together are the bytes that came in, and where they are cut does not depend on how they came.
 */
export class SseFrames {
  readonly #pieces: Buffer[] = [];
  #held = 0;
  /** Is the current line empty so far? Then another line end closes the frame. */
  #lineEmpty = true;
  #afterCr = false;
  /** A frame has ended with CR; the LF that may follow belongs to it. */
  #closing = false;

  /** Bytes of the frame that has begun and not ended. */
  get heldBytes(): number {
    return this.#held;
  }

  /** Takes bytes in; gives the frames that are complete. */
  push(chunk: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let from = 0;
    const close = (end: number) => {
      frames.push(this.#take(chunk.subarray(from, end)));
      from = end;
      this.#closing = false;
      this.#lineEmpty = true;
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#closing) {
        if (byte === lf) {
          this.#afterCr = false;
          close(at + 1);
          continue;
        }
        close(at);
      }
      if (byte === lf) {
        if (this.#afterCr) this.#afterCr = false;
        else if (this.#lineEmpty) close(at + 1);
        else this.#lineEmpty = true;
      } else if (byte === cr) {
        if (this.#lineEmpty) this.#closing = true;
        this.#lineEmpty = true;
        this.#afterCr = true;
      } else {
        this.#lineEmpty = false;
        this.#afterCr = false;
      }
    }
    if (from < chunk.length) {
      const rest = chunk.subarray(from);
      this.#pieces.push(rest);
      this.#held += rest.length;
    }
    return frames;
  }

  /** What is left when the stream has ended: a frame that lacks its empty line, or nothing. */
  rest(): Buffer {
    return this.#take(Buffer.alloc(0));
  }

  #take(last: Buffer): Buffer {
    if (this.#pieces.length === 0) return last;
    const whole = Buffer.concat([...this.#pieces, last]);
    this.#pieces.length = 0;
    this.#held = 0;
    return whole;
  }
}

/** The data of one frame: its data lines joined; null when it has none, as a comment. */
export function dataOf(frame: Buffer): string | null {
  let data: string | null = null;
  for (const line of frame.toString("utf8").split(/\r\n|\n|\r/)) {
    const bare = line.startsWith("\ufeff") ? line.slice(1) : line;
    if (bare !== "data" && !bare.startsWith("data:")) continue;
    const value = bare.slice(bare.startsWith("data: ") ? 6 : 5);
    data = data === null ? value : `${data}\n${value}`;
  }
  return data;
}
