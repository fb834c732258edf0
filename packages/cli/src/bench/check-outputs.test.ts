import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSuite, type Suite } from "@flow-state-dev/suites";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutputFlags } from "../files/prepare-outputs.ts";
import { checkOutputs } from "./check-outputs.ts";

let folder: string;
let suites: Suite[];

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "check-outputs-"));
  put("package.json", "{}");
  put("src/a.ts", "export {};\n");
  put("bench/shop/a.txt", "one\n");
  put("bench/tests/a.test.ts", "");
  put("bench/answer.patch", "");
  const one = { id: "a", prompt: "p", expect: ["file:a exists"] };
  const of = (name: string, more: object) => JSON.stringify({ name, cases: [{ ...one, ...more }] });
  put("bench/own.json", of("own", { workspace: "shop", hidden: "tests", solution: "answer.patch" }));
  put("bench/project.json", of("project", {}));
  put("bench/around.json", of("around", { workspace: ".." }));
  symlinkSync("bench/shop", join(folder, "alias"));
  symlinkSync("a.txt", join(folder, "bench/shop/link.json"));
  suites = await Promise.all(["own", "project"].map((name) => readSuite(join(folder, `bench/${name}.json`))));
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (flags: OutputFlags, of = suites) => checkOutputs(flags, folder, of);

test.each<[OutputFlags, string]>([
  [
    { output: "bench/tests/a.test.ts" },
    "--output bench/tests/a.test.ts cannot be written: it is of the suite own, and nothing that agents may see; name a file elsewhere.",
  ],
  [{ junit: "bench/tests/new/j.xml" }, "--junit bench/tests/new/j.xml cannot be written: it is of the suite"],
  [{ output: "bench/answer.patch" }, "it is of the suite own"],
  [{ output: "bench/around.json" }, "it is of the suite own"],
  [{ keep: "bench/tests" }, "--keep bench/tests cannot be written: it is of the suite own"],
  [
    { output: "bench/shop/r.json" },
    "--output bench/shop/r.json cannot be written: it is in the workspace shop of the suite own; name a file elsewhere.",
  ],
  [{ output: "alias/a.txt" }, "it is in the workspace shop of the suite own"],
  [{ keep: "bench/shop/kept" }, "it is in the workspace shop of the suite own"],
  [
    { output: "src/a.ts" },
    "--output src/a.ts cannot be written: it is a file of the project that agents work on, and no earlier result; name another.",
  ],
  [{ junit: "package.json" }, "it is a file of the project that agents work on"],
])("%j is refused", (flags, message) => {
  expect(() => check(flags)).toThrow(message);
});

test("new files, empty ones and earlier results may be written, in the project too", async () => {
  put("empty.json", "");
  put("results.json", `${JSON.stringify({ suite: "own", cases: [] }, null, 2)}\n`);
  put("several.json", `${JSON.stringify([{ suite: "own", cases: [] }], null, 2)}\n`);
  put("junit.xml", '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="x">\n');
  for (const output of ["new.json", "deep/new.json", "empty.json", "results.json", "several.json"])
    check({ output, junit: "junit.xml", keep: "kept" });
  check({ output: "bench/results.json" });
  check({ output: "/dev/null" });
  const outside = mkdtempSync(join(tmpdir(), "check-outputs-"));
  writeFileSync(join(outside, "notes.txt"), "mine");
  check({ output: join(outside, "notes.txt") });
  rmSync(outside, { recursive: true });
});

test("a workspace that holds the working folder takes new files, and keeps its own", async () => {
  const around = [await readSuite(join(folder, "bench/around.json"))];
  check({ output: "new.json", keep: "kept" }, around);
  expect(() => check({ output: "src/a.ts" }, around)).toThrow(
    "it is a file of the workspace .. of the suite around, and no earlier result; name another",
  );
});
