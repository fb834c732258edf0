import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { benchmarksHere } from "./benchmarks-here.ts";

test("modules that define a benchmark, those of the folder itself first; other modules are none", async () => {
  await using folder = await tempFolder();
  const put = (path: string, text: string) => writeFileSync(join(folder.path, path), text);
  expect(benchmarksHere(folder.path)).toEqual([]);
  put("index.ts", "export const a = 1;");
  put("notes.md", "export default defineBenchmark({})");
  mkdirSync(join(folder.path, "examples"));
  put("examples/two.ts", "export default defineBenchmark({})");
  put("benchmark.mts", "export default defineBenchmark({})");
  expect(benchmarksHere(folder.path)).toEqual(["benchmark.mts", join("examples", "two.ts")]);
});
