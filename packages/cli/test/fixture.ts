import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

let folder: string | undefined;

/** The path of a benchmark from `fixtures/compare`, for the tests of the file that asks at its top. */
export function fixture(name: string): string {
  folder ??= copied();
  return join(folder, `${name}.ts`);
}

/** Outside the repository: there benchmarks import the packages of the `x` that runs them. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), "x-fixtures-"));
  cpSync(fileURLToPath(new URL("fixtures/compare", import.meta.url)), copy, { recursive: true });
  afterAll(() => {
    folder = undefined;
    rmSync(copy, { recursive: true, force: true });
  });
  return copy;
}
