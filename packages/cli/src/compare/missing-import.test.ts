import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { missingImport } from "./missing-import.ts";

const folder = mkdtempSync(join(tmpdir(), "missing-import-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "bench.ts");
writeFileSync(file, 'import a from "node:fs";\n\nimport b from "nope/deep";\nimport c from "./gone.ts";\n');

const notFound = (message: string, more: object = {}) =>
  Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND", ...more });

test.each([
  ["a package", `Cannot find package 'nope' imported from ${file}`, "'nope' (bench.ts:3)"],
  ["a file", `Cannot find module '${folder}/gone.ts' imported from ${file}`, "gone.ts' (bench.ts:4)"],
  ["an address", `Cannot find package 'nope' imported from ${pathToFileURL(file)}`, "'nope' (bench.ts:3)"],
  ["what no line names", `Cannot find package 'other' imported from ${file}`, "'other' (bench.ts)"],
])("%s is told by the place of its import", (_, message, told) => {
  expect(missingImport(notFound(message), folder)).toContain(told);
});

test("CommonJS tells who required it", () => {
  const error = notFound("Cannot find module 'nope'\nRequire stack:\n- bench.ts", {
    ...{ code: "MODULE_NOT_FOUND", requireStack: [file] },
  });
  expect(missingImport(error, folder)).toBe("Cannot find module 'nope' (bench.ts:3)");
});

test("other errors are not its own", () => {
  expect(missingImport(new Error("Cannot find package 'nope'"), folder)).toBeUndefined();
  expect(missingImport("nope", folder)).toBeUndefined();
  expect(missingImport(notFound("Cannot find package 'nope'"), folder)).toBeUndefined();
});
