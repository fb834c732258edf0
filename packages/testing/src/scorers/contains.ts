import { asTyped } from "@flow-state-dev/core";
import { right, shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";

/**
 * The output has these words in it, whatever the capitals and however spaces, quotes and dashes are made. Of an output
 * that is no text its JSON is searched, and every text in it. Part of a word is enough: "4" is in "42".
 */
export function contains(text: string): Scorer {
  const name = `contains(${shown(text)})`;
  if (typeof text !== "string") throw new InvalidScorerError(name, "it has to be given a text");
  const wanted = folded(text);
  if (wanted === "") throw new InvalidScorerError(name, "every output contains nothing; give it some text");
  return {
    name,
    definition: text,
    score({ output }) {
      const found = textsOf(output).some((each) => folded(each).includes(wanted));
      return found ? right() : wrong(`${shown(text)} is not in ${shown(output)}.`);
    },
  };
}

function folded(text: string): string {
  return asTyped(text.normalize("NFC")).toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function textsOf(output: unknown): string[] {
  if (typeof output === "string") return [output];
  const texts: string[] = [];
  const json = JSON.stringify(output, (_, item: unknown) => {
    if (typeof item === "string") texts.push(item);
    return item;
  });
  return [json ?? String(output), ...texts];
}
