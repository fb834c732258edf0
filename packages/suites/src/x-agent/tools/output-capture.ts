import { closeSync, constants, openSync, writeSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** Where output goes that is too long to be shown. */
export interface SpillFile {
  /** On this machine; it must not exist, and no link at its place is followed. */
  path: string;
  /** As commands see it. */
  inside: string;
}

const headBytes = 10_000;
const tailBytes = 20_000;
/** The most that is kept of one command's output on disk. */
const mostSpilled = 256 * 1024 * 1024;

/**
 * What a command writes: kept whole up to 30 KB, else its start and end, and all of it in a file that the model can
 * look at. Memory is bounded, whatever comes.
 */
export class OutputCapture {
  readonly #spill: SpillFile;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #total = 0;
  #spilled = 0;
  #file: number | undefined;
  #trouble = false;

  constructor(spill: SpillFile) {
    this.#spill = spill;
  }

  add(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const room = headBytes - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)]);
    const rest = room > 0 ? chunk.subarray(room) : chunk;
    if (rest.length === 0) return;
    if (this.#file === undefined && this.#tail.length + rest.length > tailBytes) this.#open();
    if (this.#file !== undefined) this.#write(rest);
    const tail = Buffer.concat([this.#tail, rest.subarray(-tailBytes)]);
    this.#tail = tail.length > tailBytes ? Buffer.from(tail.subarray(-tailBytes)) : tail;
  }

  /** The text for the model, and the same without the name of the file. */
  end(): { text: string; fingerprint: string } {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    const left = this.#total - this.#head.length - this.#tail.length;
    if (left === 0) {
      const text = plain(Buffer.concat([this.#head, this.#tail]));
      return { text, fingerprint: text };
    }
    const all = this.#trouble || this.#spilled < this.#total ? "" : `; all of it is in ${this.#spill.inside}`;
    const parts = (note: string) =>
      `${plain(this.#head)}\n[… ${left} bytes left out${note} …]\n${plain(this.#tail)}`;
    return { text: parts(all), fingerprint: parts("") };
  }

  #open(): void {
    if (this.#trouble) return;
    try {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
      this.#file = openSync(this.#spill.path, flags, 0o644);
      this.#write(this.#head);
      this.#write(this.#tail);
    } catch {
      this.#trouble = true;
    }
  }

  #write(bytes: Uint8Array): void {
    if (this.#trouble || this.#spilled + bytes.length > mostSpilled) return;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file!, bytes, at);
      this.#spilled += bytes.length;
    } catch {
      this.#trouble = true;
    }
  }
}

/** Cut pieces begin and end within a character at times; such rests become one sign each. */
function plain(bytes: Buffer): string {
  return stripVTControlCharacters(bytes.toString("utf8")).replaceAll("\r\n", "\n").replace(/\n$/, "");
}
