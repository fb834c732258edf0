import { filesHere, type Sought } from "./files-here.ts";

/** Where suites live by convention, then the folder itself. */
const suites: Sought = {
  places: ["bench", "."],
  named: /\.json$/,
  isOne: (text) => text.includes('"cases"') && text.includes('"prompt"'),
};

/** A suite of a folder, by its path in it; undefined when none is seen. Reads as little as it can. */
export function suiteHere(folder: string): string | undefined {
  return filesHere(folder, suites).next().value ?? undefined;
}
