import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { suiteHere } from "./suite-here.ts";

test("the first suite in bench, else in the folder; other JSON is none", async () => {
  await using folder = await tempFolder();
  const put = (path: string, value: unknown) => writeFileSync(join(folder.path, path), JSON.stringify(value));
  expect(suiteHere(folder.path)).toBeUndefined();
  put("package.json", { name: "a" });
  put("mine.json", { cases: [{ prompt: "Do it." }] });
  expect(suiteHere(folder.path)).toBe("mine.json");
  mkdirSync(join(folder.path, "bench"));
  put("bench/results.json", { cases: [{ pass: true }] });
  put("bench/z.json", { cases: [{ prompt: "Do it." }] });
  expect(suiteHere(folder.path)).toBe(join("bench", "z.json"));
});
