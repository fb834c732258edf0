import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { arrows, reachable } from "./arrows.ts";
import { findProblems } from "./find-problems.ts";

/** A throw-away tree with these files; each package declares our own packages unless it brings a package.json. */
function tree(files: Record<string, string>): { root: string } & Disposable {
  const root = mkdtempSync(join(tmpdir(), "structure-"));
  const ours = Object.fromEntries(Object.keys(arrows).map((name) => [`@flow-state-dev/${name}`, "0.1.0"]));
  const all: Record<string, string> = {};
  for (const path of Object.keys(files)) {
    all[`${path.split("/", 2).join("/")}/package.json`] = JSON.stringify({ dependencies: ours });
  }
  for (const [path, text] of Object.entries({ ...all, ...files })) {
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
  ["by an empty re-export", `export {} from "@flow-state-dev/patterns";`],
  ["by a type import expression", `type Q = import("@flow-state-dev/patterns").Q;`],
  ["by the type of an import", `let q: typeof import("@flow-state-dev/patterns");`],
  ["by dynamic import with a cast", `await import("@flow-state-dev/patterns" as string);`],
  ["by dynamic import in brackets", `await import(("@flow-state-dev/patterns"));`],
  ["by dynamic import of a template", "await import(`@flow-state-dev/patterns`);"],
  ["by require", `require("@flow-state-dev/patterns");`],
  ["by import = require", `import q = require("@flow-state-dev/patterns");`],
  ["by a require made in place", `createRequire(import.meta.url)("@flow-state-dev/patterns");`],
  ["by a require of another name", `const q = m.createRequire(u); q("@flow-state-dev/patterns");`],
  ["by resolving it", `require.resolve("@flow-state-dev/patterns");`],
  ["by asking for its address", `import.meta.resolve("@flow-state-dev/patterns");`],
])("a package may not import one it has no arrow to: %s", (_, text) => {
  using it = tree({ "packages/testing/src/index.ts": text });
  expect(findProblems(it.root)).toEqual([
    expect.stringMatching(
      /^packages\/testing\/src\/index\.ts:1 imports @flow-state-dev\/patterns.*may import only/,
    ),
  ]);
});

test.each(["mts", "cts", "tsx"])("sources may end in .%s", (ending) => {
  using it = tree({ [`packages/core/src/a.${ending}`]: `export const f = import("@flow-state-dev/stats");` });
  expect(findProblems(it.root)).toEqual([
    expect.stringContaining(`a.${ending}:1 imports @flow-state-dev/stats`),
    expect.stringContaining(`a.${ending}:1 exports f without a doc comment`),
  ]);
});

test.each(["a.test.ts", "a.test.mts", "a.test.cts", "a.test.tsx", "a.test-d.ts"])(
  "%s is a test and may import what it likes",
  (name) => {
    using it = tree({ [`packages/core/src/${name}`]: `import "@flow-state-dev/sweep";\nimport "vitest";` });
    expect(findProblems(it.root)).toEqual([]);
  },
);

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
  ["a type import expression", { "a.ts": `type B = import("./b.ts").B;`, "b.ts": `import "./a.ts";` }],
  ["the type of an import", { "a.ts": `let b: typeof import("./b.ts");`, "b.ts": `import "./a.ts";` }],
  ["nothing imported", { "a.ts": `import {} from "./b.ts";`, "b.ts": `import "./a.ts";` }],
  ["nothing exported", { "a.ts": `export {} from "./b.ts";`, "b.ts": `import "./a.ts";` }],
  ["itself", { "a.ts": `import "./a.ts";` }],
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
  ["object pattern", `export const { f } = o;`],
  ["renamed in a pattern", `export const { g: f } = o;`],
  ["with a default", `export const { f = 1 } = o;`],
  ["nested pattern", `export const { g: { f } } = o;`],
  ["array pattern", `export const [, f] = o;`],
  ["rest", `export const [...f] = o;`],
  ["list of a pattern", `const { f } = o;\nexport { f };`],
  ["default by name", `function f() {}\nexport default f;`],
  ["empty doc comment", `/** */\nexport const f = 1;`],
  ["doc comment of stars", `/**\n *\n */\nexport const f = 1;`],
  ["line comment", `// not a doc comment\nexport const f = 1;`],
  ["comment of another", `/** Of g. */\nconst g = 1;\nexport const f = g;`],
])("an exported symbol needs a doc comment: %s", (_, text) => {
  using it = tree({ "packages/core/src/a.ts": text });
  expect(findProblems(it.root)).toEqual([expect.stringMatching(/a\.ts:\d exports f without a doc comment/)]);
});

test.each([
  ["export =", `export = { a: 1 };`],
  ["default", `export default { a: 1 };`],
])("so does what has no name: %s", (name, text) => {
  using it = tree({ "packages/core/src/a.cts": text });
  expect(findProblems(it.root)).toEqual([`packages/core/src/a.cts:1 exports ${name} without a doc comment`]);
});

test.each([
  ["all names of a pattern", `/** Both. */\nexport const { f, g: [h] } = o;`],
  ["a default where it is declared", `/** F. */\nfunction f() {}\nexport default f;`],
  ["export = where it is declared", `/** F. */\nfunction f() {}\nexport = f;`],
  ["a class but not its members", `/** F. */\nexport class f { g = 1; h() {} }`],
])("one doc comment serves %s", (_, text) => {
  using it = tree({ "packages/core/src/a.ts": text });
  expect(findProblems(it.root)).toEqual([]);
});

test("every name of a pattern is told", () => {
  using it = tree({ "packages/core/src/a.ts": `export const { f, g: [h], ...rest } = o;` });
  expect(findProblems(it.root).map((problem) => problem.split(" ")[2])).toEqual(["f", "h", "rest"]);
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

const manifest = JSON.stringify({
  name: "@flow-state-dev/core",
  dependencies: { plain: "1", "@scoped/deep": "1", "@types/typed": "1" },
  peerDependencies: { peer: "1" },
  devDependencies: { dev: "1" },
});

test.each([
  ["a dependency", `import "plain";`],
  ["a subpath of one", `import "plain/deep/er";`],
  ["a scoped one", `export * from "@scoped/deep/er";`],
  ["a peer", `await import("peer");`],
  ["Node", `import "node:fs";\nimport "fs";`],
  ["types whose types are declared", `import type { T } from "typed";\ntype U = import("typed").U;`],
  ["a file beside it", `import "./b.ts";`],
  ["an inner name", `import "#inner";`],
])("a package may import %s", (_, text) => {
  using it = tree({ "packages/core/src/a.ts": text, "packages/core/package.json": manifest });
  expect(findProblems(it.root)).toEqual([]);
});

test.each([
  ["a stranger", `import "stranger";`, "stranger"],
  ["its types", `import type { S } from "@stranger/deep/er";`, "@stranger/deep"],
  ["its types by an expression", `type S = import("stranger").S;`, "stranger"],
  ["a part of a name", `import "plain-er";`, "plain-er"],
  ["what only tests have", `await import("dev");`, "dev"],
  ["what has only its types declared", `import { t } from "typed";`, "typed"],
])("a package may not import %s without declaring it", (_, text, name) => {
  using it = tree({ "packages/core/src/a.ts": text, "packages/core/package.json": manifest });
  expect(findProblems(it.root)).toEqual([
    `packages/core/src/a.ts:1 imports ${name}, which packages/core/package.json does not declare: add it to its dependencies or peerDependencies`,
  ]);
});

test("one of our own packages has to be declared as well", () => {
  using it = tree({
    "packages/sweep/src/a.ts": `import "@flow-state-dev/core";`,
    "packages/sweep/package.json": `{}`,
  });
  expect(findProblems(it.root)).toEqual([
    expect.stringContaining(
      "imports @flow-state-dev/core, which packages/sweep/package.json does not declare",
    ),
  ]);
});

test("a package without a package.json declares nothing", () => {
  using it = tree({ "packages/core/src/a.ts": `import "stranger";` });
  rmSync(join(it.root, "packages/core/package.json"));
  expect(findProblems(it.root)).toEqual([expect.stringContaining("package.json does not declare")]);
});

test("what the oldest Node does not have is told, with what to use; in words it may be named", () => {
  using it = tree({
    "packages/core/src/a.ts": `/** Stands for AsyncDisposableStack. */\nexport const a = new AsyncDisposableStack();\nmyPromise.try(a);`,
    "packages/core/src/b.ts": `/** B. */\nexport const b = Promise.try(() => 1);`,
  });
  expect(findProblems(it.root)).toEqual([
    "packages/core/src/a.ts:2 uses AsyncDisposableStack, which Node 22.18 does not have: use Opened of core",
    "packages/core/src/b.ts:2 uses Promise.try, which Node 22.18 does not have: use an async function",
  ]);
});
