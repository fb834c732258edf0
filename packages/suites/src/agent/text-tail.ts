/** Keeps the end of what a program wrote. */
export interface TextTail {
  add(chunk: Uint8Array): void;
  /** The text kept, with broken characters replaced; null when nothing was written. */
  text(): string | null;
  /** Bytes before the text that are not kept. */
  readonly dropped: number;
}

/** Keeps at least the last `most` bytes, and never more than twice as many. */
export function textTail(most: number): TextTail {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let written = 0;
  const squeeze = () => {
    const all = Buffer.concat(chunks);
    const kept = all.length > most ? all.subarray(all.length - most) : all;
    chunks = [Buffer.from(kept)];
    size = kept.length;
  };
  return {
    add(chunk) {
      written += chunk.length;
      const kept = chunk.length > most ? chunk.subarray(chunk.length - most) : chunk;
      chunks.push(Buffer.from(kept));
      size += kept.length;
      if (size > 2 * most || chunks.length > 1_000) squeeze();
    },
    text() {
      if (size === 0) return null;
      squeeze();
      return Buffer.concat(chunks).toString("utf8");
    },
    get dropped() {
      squeeze();
      return written - size;
    },
  };
}
