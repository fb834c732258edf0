import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is looked for in a folder, to be proposed to a person. */
export interface Sought {
  /** Folders below it, the likeliest first. */
  places: readonly string[];
  /** By the name of the file. */
  named: RegExp;
  /** By its text; nothing of it is run. */
  isOne(text: string): boolean;
}

/**
 * The files of a folder that are sought, each by its path in it, as many as are asked for. What cannot be read is none.
 */
export function* filesHere(folder: string, { places, named, isOne }: Sought): Generator<string> {
  for (const place of places)
    for (const name of namesIn(join(folder, place)))
      if (named.test(name) && isOne(textOf(join(folder, place, name)))) yield join(place, name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
