import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { reachable } from "./arrows.ts";
import { findProblems } from "./find-problems.ts";

/** A throw-away tree with these files. */
function tree(files: Record<string, string>): { root: string } & Disposable {
  const root = mkdtempSync(join(tmpdir(), "structure-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

test("a clean tree has no problems", () => {
  using it = tree({
    "packages/core/src/index.ts": `export { a } from "./a.ts";`,
    "packages/core/src/a.ts": `/** A. */\nexport const a = 1;`,
    "packages/sweep/src/index.ts": `import { a } from "@flow-state-dev/core";\n/** B. */\nexport const b = a;`,
  });
  expect(findProblems(it.root)).toEqual([]);
});

test.each([
  ["by name", `import "@flow-state-dev/patterns";`],
  ["by type", `import type { X } from "@flow-state-dev/patterns";`],
  ["by re-export", `export * from "@flow-state-dev/patterns";`],
  ["by dynamic import", `await import("@flow-state-dev/patterns");`],
  ["by a subpath", `import "@flow-state-dev/patterns/debate";`],
])("a package may not import one it has no arrow to: %s", (_, text) => {
  using it = tree({ "packages/testing/src/index.ts": text });
  expect(findProblems(it.root)).toEqual([
    expect.stringMatching(
      /^packages\/testing\/src\/index\.ts:1 imports @flow-state-dev\/patterns.*may import only/,
    ),
  ]);
});

test("a relative import may not leave its package", () => {
  using it = tree({
    "packages/core/src/a.ts": `import "../../stats/src/b.ts";`,
    "packages/stats/src/b.ts": ``,
  });
  expect(findProblems(it.root)).toEqual([expect.stringContaining("which leaves its package")]);
});

test("a package that is not in the map is named", () => {
  using it = tree({ "packages/attic/src/a.ts": `` });
  expect(findProblems(it.root)).toEqual([expect.stringContaining("packages/attic is not in the map")]);
});

test.each([
  ["two files", { "a.ts": `import "./b.ts";`, "b.ts": `import "./a.ts";` }],
  ["types only", { "a.ts": `import type { B } from "./b.ts";`, "b.ts": `import type { A } from "./a.ts";` }],
  ["dynamic", { "a.ts": `import "./b.ts";`, "b.ts": `await import("./a.ts");` }],
  [
    "three files",
    { "a.ts": `import "./b.ts";`, "b.ts": `export * from "./c.ts";`, "c.ts": `import "./a.ts";` },
  ],
])("files may not import each other in a circle: %s", (_, files) => {
  using it = tree(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/core/src/${name}`, text])),
  );
  expect(findProblems(it.root)).toEqual([
    expect.stringContaining("import circle: packages/core/src/a.ts → "),
  ]);
});

test.each([
  ["function", `export function f() {}`],
  ["constant", `export const f = 1;`],
  ["type", `export type f = string;`],
  ["interface", `export interface f {}`],
  ["class", `export class f {}`],
  ["list", `const f = 1;\nexport { f };`],
  ["renamed", `const f = 1;\nexport { f as g };`],
  ["line comment", `// not a doc comment\nexport const f = 1;`],
  ["comment of another", `/** Of g. */\nconst g = 1;\nexport const f = g;`],
])("an exported symbol needs a doc comment: %s", (_, text) => {
  using it = tree({ "packages/core/src/a.ts": text });
  expect(findProblems(it.root)).toEqual([expect.stringMatching(/a\.ts:\d exports f without a doc comment/)]);
});

test("one doc comment serves all overloads", () => {
  using it = tree({
    "packages/core/src/a.ts": `/** F. */\nexport function f(a: string): void;\nexport function f(a: number): void;\nexport function f(_: unknown) {}`,
  });
  expect(findProblems(it.root)).toEqual([]);
});

test("the arrows reach down and never up", () => {
  expect([...reachable("sweep")].sort()).toEqual(["core", "records", "stats"]);
  expect(reachable("testing").has("patterns")).toBe(false);
  for (const name of ["core", "stats"]) expect(reachable(name).size).toBe(0);
});
