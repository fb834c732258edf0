import { expect, test } from "vitest";
import { compileGlob } from "./glob.ts";

const matches = (glob: string, path: string) => {
  const check = compileGlob(glob);
  if (!check.ok) throw new Error(check.message);
  return check.matches(path);
};

test.each([
  ["src/**", "src/a.ts"],
  ["src/**", "src/a/b/.hidden/c.ts"],
  ["**/*.test.ts", "a.test.ts"],
  ["**/*.test.ts", ".github/x/a.test.ts"],
  ["*.md", "README.md"],
  ["*.md", ".md"],
  ["a*b*", "ab"],
  ["src", "src/deep/a.ts"],
  ["src/", "src/a.ts"],
  ["test/fixtures", "test/fixtures/a/b"],
  ["a/**/b", "a/b"],
  ["a/**/b", "a/x/y/b"],
  ["{src,test}/**/*.{ts,js}", "test/a/b.js"],
  ["{a,b{c,d}}", "bd"],
  // Braces around one word are part of the name.
  ["{a}/{b,c}", "{a}/c"],
  ["file?.txt", "file1.txt"],
  ["[a-c]x", "bx"],
  ["[!a-c]x", "dx"],
  ["[!a-c]x", "!x"],
  ["[^a-c]x", "^x"],
  ["[[]id].ts", "[id].ts"],
  ["a[.ts", "a[.ts"],
  ["app/[id]/page.tsx", "app/[id]/page.tsx"],
  ["app/[...slug]/**", "app/[...slug]/a/b.ts"],
  ["app/[id]", "app/[id]/page.tsx"],
  ["app/[id]/page.tsx", "app/i/page.tsx"],
  ["**", "anything/at/all"],
  ["./src/*.ts", "src/a.ts"],
  ["?.ts", "😀.ts"],
])("%s matches %s", (glob, path) => {
  expect(matches(glob, path)).toBe(true);
});

test.each([
  ["src/*", "src/a/b.ts"],
  ["*.md", "docs/a.md"],
  ["src/**", "srcs/a.ts"],
  ["src", "src2"],
  ["*.ts", "a.tsx"],
  ["[!a-c]x", "ax"],
  ["[^a-c]x", "cx"],
  ["?.ts", "ab.ts"],
  ["a/**/b", "a/bc"],
  ["SRC/**", "src/a"],
])("%s does not match %s", (glob, path) => {
  expect(matches(glob, path)).toBe(false);
});

test.each([
  "../a",
  "/etc/**",
  "a\\b",
  "C:/x",
  "",
  "src/{..,a}/b",
  "a\0",
  "{a,b}".repeat(9),
  "x".repeat(2_000),
])("%j is refused", (glob) => {
  expect(compileGlob(glob)).toMatchObject({ ok: false });
});

test("many stars on a long name come to an end", () => {
  expect(matches(`${"*a".repeat(120)}b`, "a".repeat(255))).toBe(false);
  expect(matches(`${"**/a/".repeat(100)}b`, `${"a/".repeat(400)}c`)).toBe(false);
});

test("a glob of 1,024 characters is the longest", () => {
  const parts = Array.from({ length: 16 }, () => "a".repeat(63)).join("/");
  expect(compileGlob(`${parts}/`.slice(0, 1_024)).ok).toBe(true);
  expect(compileGlob(`${parts}/a`)).toEqual({
    ok: false,
    message: "the glob is too long (at most 1024 characters)",
  });
});
