import { filesHere, type Sought } from "./files-here.ts";

/** Where `x init` writes one, then where suites and examples live. */
const benchmarks: Sought = {
  places: [".", "bench", "examples"],
  named: /\.[cm]?[jt]s$/,
  isOne: (text) => /\bdefineBenchmark\(/.test(text),
};

/** The benchmarks of a folder, each by its path in it, the likeliest first. Reads modules as text and runs none. */
export function benchmarksHere(folder: string): string[] {
  return [...filesHere(folder, benchmarks)];
}
