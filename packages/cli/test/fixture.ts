import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** Outside the repository: there benchmarks import the packages of the `x` that runs them. */
const folder = mkdtempSync(join(tmpdir(), "x-fixtures-"));
cpSync(fileURLToPath(new URL("fixtures/compare", import.meta.url)), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a benchmark from `fixtures/compare`. */
export function fixture(name: string): string {
  return join(folder, `${name}.ts`);
}
