import { isDeepStrictEqual } from "node:util";
import type { Expectation, PlainExpectation } from "./expectation.ts";
import { quote } from "./quoted.ts";
import { readExpectation } from "./read-expectation.ts";
import { endSaid } from "./read-test.ts";

/** The canonical string of an expectation: reading it gives the expectation back. Quotes stand only where needed. */
export function formatExpectation(expectation: Expectation): string {
  const plain = write(expectation, (text) => text);
  const reading = readExpectation(plain);
  return reading.ok && isDeepStrictEqual(reading.value, expectation) ? plain : write(expectation, quote);
}

/** `name` writes paths, globs and pointers. */
function write(expectation: Expectation, name: (text: string) => string): string {
  if (expectation.kind === "not") return `not ${writePlain(expectation.of, name)}`;
  return writePlain(expectation, name);
}

function writePlain(it: PlainExpectation, name: (text: string) => string): string {
  switch (it.kind) {
    case "file-exists":
      return `file:${name(it.path)} exists`;
    case "file-contains":
      return `file:${name(it.path)} contains ${quote(it.text)}`;
    case "file-matches":
      return `file:${name(it.path)} matches /${it.pattern}/${it.flags}`;
    case "file-equals":
      return `file:${name(it.path)} equals ${name(it.other)}`;
    case "file-json":
      return `file:${name(it.path)} json ${name(it.pointer)} = ${JSON.stringify(it.value)}`;
    case "test":
      return `test:${it.command}${/(^|\s)passes$/.test(it.command.slice(-7)) || endSaid(it.command) ? " passes" : ""}`;
    case "diff":
      return `diff:${name(it.path)}`;
    case "diff-only":
      return `diff:only ${name(it.glob)}`;
    case "no-file":
      return `no-file:${name(it.path)}`;
    case "output-contains":
      return `output contains ${quote(it.text)}`;
    case "output-matches":
      return `output matches /${it.pattern}/${it.flags}`;
    case "cost":
      return `cost <= ${it.atMost.toFixed(9).replace(/\.?0+$/, "")}`;
    case "turns":
      return `turns <= ${it.atMost}`;
    case "judge":
      return `judge:${it.criterion}`;
  }
}
