import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where benchmarks are looked for: where `x init` writes one, then where suites and examples live. */
const places = [".", "bench", "examples"];

/** The benchmarks of a folder, each by its path in it, the likeliest first. Reads modules as text and runs none. */
export function benchmarksHere(folder: string): string[] {
  return places.flatMap((place) => modules(folder, place)).filter((file) => isBenchmark(join(folder, file)));
}

function modules(folder: string, place: string): string[] {
  try {
    const names = readdirSync(join(folder, place)).filter((name) => /\.[cm]?[jt]s$/.test(name));
    return names.sort().map((name) => join(place, name));
  } catch {
    return [];
  }
}

function isBenchmark(file: string): boolean {
  try {
    return /\bdefineBenchmark\(/.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
