import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no statement has numbered parameters: Node before 22.20 and 24.8 does not bind them", () => {
  const files = globSync("**/*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(10);
  const numbered = files.filter((file) =>
    /[\s(,=<>]\?\d/.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );
  expect(numbered).toEqual([]);
});
