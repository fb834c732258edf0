import { stripVTControlCharacters } from "node:util";
import type { JsonFacts } from "./json-facts.ts";

/** Puts bytes together to lines, of which those with a JSON object are told apart from the rest. */
export interface JsonLines {
  add(chunk: Uint8Array): void;
  /** Gives out what has no line break yet. */
  end(): void;
}

/** Who takes the lines. */
export interface JsonLineTaker {
  object(line: JsonFacts): void;
  /** A line that is no JSON object, without its line break; never an empty one. */
  other(text: string): void;
  /** A line was longer than it may be and is left out; told once for each. */
  tooLong(): void;
}

/** Characters of one line; agents repeat whole files and whole answers in theirs. */
const defaultLongest = 16 * 1024 * 1024;

/** Reads lines of JSON as they come, however they are cut into pieces. Broken characters are replaced. */
export function readJsonLines(taker: JsonLineTaker, longest = defaultLongest): JsonLines {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let size = 0;
  const hold = (piece: string) => {
    size += piece.length;
    if (size <= longest) pieces.push(piece);
    else pieces = [];
  };
  const close = () => {
    if (size > longest) taker.tooLong();
    else giveLine(pieces.join(""), taker);
    pieces = [];
    size = 0;
  };
  const add = (text: string) => {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      hold(text.slice(from, at));
      close();
      from = at + 1;
    }
    hold(text.slice(from));
  };
  return {
    add: (chunk) => add(decoder.decode(chunk, { stream: true })),
    end() {
      add(decoder.decode());
      close();
    },
  };
}

function giveLine(line: string, taker: JsonLineTaker): void {
  const text = line.trimEnd();
  if (text === "") return;
  // Also without a byte order mark, which some programs write before each line.
  const bare = text.trimStart();
  const value = (bare.startsWith("{") ? parsed(bare) : null) ?? amongOrders(text);
  if (value === null) taker.other(text);
  else taker.object(value);
}

/** With what orders to a terminal begin, and what has it go back and write over a line. */
const orders = ["\u001b", "\r"];

/**
 * The object in a line with orders to a terminal around it, such as to hide the cursor, or progress before it that it
 * is written over; JSON itself has neither.
 */
function amongOrders(text: string): JsonFacts | null {
  if (!orders.some((order) => text.includes(order))) return null;
  const bare = stripVTControlCharacters(text).trim().split("\r").at(-1)!.trimStart();
  return bare.startsWith("{") ? parsed(bare) : null;
}

/** A text that begins as an object and is JSON, is one. */
function parsed(text: string): JsonFacts | null {
  try {
    return JSON.parse(text) as JsonFacts;
  } catch {
    return null;
  }
}
