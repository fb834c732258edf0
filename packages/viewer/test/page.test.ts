import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPage } from "../src/index.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("the page is sound for the compiler", () => {
  const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
  const out = execFileSync(process.execPath, [tsc, "-p", "packages/viewer/page/tsconfig.json"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(out).toBe("");
});

test("the page is small, asks nobody else for anything, and makes no HTML from text", async () => {
  const page = await readPage();
  expect(gzipSync(page["app.js"]).length).toBeLessThan(60_000);
  expect(page["index.html"]).not.toMatch(/https?:/);
  const addresses = (page["app.js"] + page["app.css"]).match(/https?:\/\/[\w./-]+/g) ?? [];
  expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
});

test("no source of the page turns text into HTML", async () => {
  const { globSync, readFileSync } = await import("node:fs");
  const files = globSync("packages/viewer/page/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const risky = files.filter((file) =>
    /dangerouslySetInnerHTML|innerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(/.test(
      readFileSync(`${root}/${file}`, "utf8"),
    ),
  );
  expect(risky).toEqual([]);
});
