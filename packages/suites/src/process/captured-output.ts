/** What a process wrote to one stream: its beginning and its end when it was too much. */
export interface CapturedOutput {
  /** UTF-8 text; where bytes were left out, a line says how many. Bytes that are no UTF-8 became U+FFFD. */
  text: string;
  /** All bytes that were written, kept or not. */
  bytes: number;
  truncated: boolean;
}

/** Collects output of any length in bounded memory: the first and the last half of `keep` bytes. */
export class OutputCollector {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;

  constructor(keep: number) {
    this.#half = Math.max(1, Math.floor(keep / 2));
  }

  /** Bytes so far, kept or not. */
  get bytes(): number {
    return this.#total;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      const part = Buffer.from(chunk.subarray(0, room));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    const rest = room > 0 ? chunk.subarray(room) : chunk;
    if (rest.length === 0) return;
    this.#tail.push(Buffer.from(rest));
    this.#tailBytes += rest.length;
    // Shortened only now and then, so that a flood costs linear time.
    if (this.#tailBytes > this.#half * 2 + 65_536 || this.#tail.length > 4096) this.#shorten();
  }

  result(): CapturedOutput {
    this.#shorten();
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    const left = this.#total - head.length - tail.length;
    if (left === 0) {
      return { text: Buffer.concat([head, tail]).toString("utf8"), bytes: this.#total, truncated: false };
    }
    const before = head.subarray(0, lastBoundary(head));
    const after = tail.subarray(firstBoundary(tail));
    const gap = this.#total - before.length - after.length;
    return {
      text: `${before.toString("utf8")}\n… ${gap} bytes left out …\n${after.toString("utf8")}`,
      bytes: this.#total,
      truncated: true,
    };
  }

  #shorten(): void {
    const all = Buffer.concat(this.#tail);
    const tail = all.length > this.#half ? Buffer.from(all.subarray(all.length - this.#half)) : all;
    this.#tail = [tail];
    this.#tailBytes = tail.length;
  }
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Where the last whole character ends. */
function lastBoundary(bytes: Buffer): number {
  let start = bytes.length - 1;
  for (let back = 0; back < 3 && start > 0 && isContinuation(bytes[start]!); back++) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? Math.max(0, start) : bytes.length;
}

/** Where the first whole character begins. */
function firstBoundary(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && at < bytes.length && isContinuation(bytes[at]!)) at++;
  return at;
}
