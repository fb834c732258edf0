import { InvalidRecordError } from "../errors/record-errors.ts";
import { MalformedLineError } from "./run-file-errors.ts";

/** Characters; a text of twice as many is more than this machine can hold in one piece. */
const longestLine = 2 ** 28;

/** Where the text of a run comes from: whole, in lines with or without their breaks, or in pieces cut anywhere. */
export type RunText = string | AsyncIterable<string> | Iterable<string>;

/** A line as it was found. */
export interface TextLine {
  text: string;
  /** From 1; empty lines count. */
  number: number;
  /** Whether a line break ended it, so that it cannot have been cut off. */
  hasBreak: boolean;
}

/**
 * The lines of a text whose lines are JSON objects; a byte order mark before the first is none of it. A piece without
 * a break that is a whole object is a line by itself; when the next piece does not begin with the missing break, the
 * pieces are lines without breaks from there on. Throws `MalformedLineError` for a line that is longer than any cell.
 */
export async function* splitLines(text: RunText): AsyncGenerator<TextLine, void, void> {
  let number = 0;
  let begun = "";
  let pieces: "unknown" | "after a whole line" | "lines" = "unknown";
  let emptyPieces = 0;
  let begins = true;
  for await (const given of typeof text === "string" ? [text] : text) {
    refuseUnlessText(given);
    const piece = begins && given.startsWith("\ufeff") ? given.slice(1) : given;
    if (given !== "") begins = false;
    let from = 0;
    if (pieces === "after a whole line") {
      const next = /\n|\S/.exec(piece);
      if (piece === "") emptyPieces++;
      if (next === null) continue;
      const isBreak = next[0] === "\n";
      from = isBreak ? next.index + 1 : 0;
      number += isBreak ? 0 : emptyPieces;
      emptyPieces = 0;
      pieces = isBreak ? "unknown" : "lines";
    }
    for (let at = piece.indexOf("\n", from); at >= 0; at = piece.indexOf("\n", from)) {
      yield { text: begun + piece.slice(from, at), number: ++number, hasBreak: true };
      begun = "";
      from = at + 1;
    }
    const rest = piece.slice(from);
    if (pieces === "lines") {
      if (from === 0 || rest !== "") yield { text: rest, number: ++number, hasBreak: false };
    } else if (begun === "" && isObject(rest)) {
      yield { text: rest, number: ++number, hasBreak: false };
      pieces = "after a whole line";
    } else {
      if (begun.length + rest.length > longestLine)
        throw new MalformedLineError(number + 1, `has more than ${longestLine} characters`);
      begun += rest;
    }
  }
  if (begun !== "") yield { text: begun, number: ++number, hasBreak: false };
}

function isObject(text: string): boolean {
  if (!text.startsWith("{") || !text.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refuseUnlessText(piece: unknown): void {
  if (typeof piece !== "string")
    throw new InvalidRecordError(
      "A piece of a run's text",
      `of type ${typeof piece}`,
      "text, such as a stream that was made with an encoding",
    );
}
