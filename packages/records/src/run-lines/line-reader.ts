import { isDeeperThan, maxJsonDepth } from "../json-depth.ts";
import { MalformedLineError, TruncatedRunError } from "./run-file-errors.ts";
import { type RunText, splitLines, type TextLine } from "./split-lines.ts";

/** Around what may be nested as deep as it likes up to the limit: the line, its cell, the attempts, an attempt, … */
const levelsOfLine = 8;

const tooDeep = `is nested deeper than ${maxJsonDepth} levels`;

/** Lines as values, empty ones left out. */
export class LineReader {
  readonly #lines: AsyncGenerator<TextLine, void, void>;
  /** The number of the last line that was read, from 1; 0 before the first. */
  count = 0;

  constructor(text: RunText) {
    this.#lines = splitLines(text);
  }

  /** Null at the end. Throws when the line is no JSON, or cut off. */
  async next(): Promise<{ value: unknown; number: number } | null> {
    const line = await this.#nextLine();
    if (line === null) return null;
    const { text, number, hasBreak } = line;
    try {
      const value: unknown = JSON.parse(text);
      if (isDeeperThan(maxJsonDepth + levelsOfLine, value)) throw new MalformedLineError(number, tooDeep);
      return { value, number };
    } catch (error) {
      if (error instanceof RangeError) throw new MalformedLineError(number, tooDeep);
      if (!(error instanceof SyntaxError)) throw error;
      // Text that breaks off in the last line is a file that was cut, not one that was written wrongly.
      if (!hasBreak && (await this.#nextLine()) === null) throw new TruncatedRunError(number);
      throw new MalformedLineError(number, "is not JSON");
    }
  }

  /** No more is read of the text. */
  async end(): Promise<void> {
    await this.#lines.return();
  }

  async #nextLine(): Promise<TextLine | null> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) return null;
      this.count = value.number;
      if (value.text.trim() !== "") return value;
    }
  }
}
