/** A text that grows piece by piece and keeps only its beginning, but counts all of its bytes. */
export class KeptText {
  /** UTF-8 bytes of everything that was added. */
  bytes = 0;
  readonly #most: number;
  readonly #onAdded: (bytes: number) => void;
  readonly #pieces: string[] = [];
  #kept = 0;
  #left = 0;

  /** `most` is the number of characters kept; `onAdded` is told the bytes of each piece. */
  constructor(most: number, onAdded: (bytes: number) => void = () => {}) {
    this.#most = most;
    this.#onAdded = onAdded;
  }

  /** Takes a piece in; anything that is no text is passed over. */
  add(piece: unknown): void {
    if (typeof piece !== "string" || piece === "") return;
    const bytes = Buffer.byteLength(piece);
    this.bytes += bytes;
    this.#onAdded(bytes);
    const room = this.#most - this.#kept;
    if (piece.length > room) this.#left += piece.length - Math.max(0, room);
    if (room <= 0) return;
    this.#pieces.push(piece.slice(0, room));
    this.#kept += Math.min(piece.length, room);
  }

  /** The beginning, with a note of how much is missing. */
  get text(): string {
    const text = this.#pieces.join("");
    return this.#left === 0 ? text : `${text.toWellFormed()}\n[… ${this.#left} characters left out …]`;
  }
}
