import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where suites are looked for: where they live by convention, then the folder itself. */
const places = ["bench", "."];

/** A suite of a folder, by its path in it; undefined when none is seen. Reads as little as it can. */
export function suiteHere(folder: string): string | undefined {
  return places.flatMap((place) => jsonFiles(folder, place)).find((file) => hasCases(join(folder, file)));
}

function jsonFiles(folder: string, place: string): string[] {
  try {
    const names = readdirSync(join(folder, place)).filter((name) => name.endsWith(".json"));
    return names.sort().map((name) => join(place, name));
  } catch {
    return [];
  }
}

function hasCases(file: string): boolean {
  try {
    const text = readFileSync(file, "utf8");
    return text.includes('"cases"') && text.includes('"prompt"');
  } catch {
    return false;
  }
}
