import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLeftByRuns } from "./left-by-runs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "left-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function isLeft(name: string, content: string | Buffer): boolean {
  writeFileSync(join(folder, name), content);
  return isLeftByRuns(folder, name);
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const suite =
  '<testsuite name="a b" tests="1" failures="1" errors="0" skipped="0" time="0.1">\n<properties>\n';
const properties =
  '  <property name="run" value="7f3a1c-mgx2k4p1"/>\n  <property name="kind" value="bench"/>\n  <property name="simulated" value="false"/>\n';
const junit = `${xml}<testsuites name="a" tests="1">\n${suite}${properties}</properties>`;
const markdown =
  "### a: 0 of 1 passed\n\n$0.10 · 3 s · run `7f3a` <!-- x report -->\n\n| | case | runs passed |\n";
const csv = "run_id,kind,name,subject,task,run,outcome,score,subject_usd,judge_usd,carried_usd\r\n7f3a,bench";
const atif = '{"schema_version":"ATIF-v1.4","session_id":"7f3a1c-mgx2k4p1/noop/a/1","agent":{}}\n';
const much = "ä line of somebody else\n".repeat(2_000);

test.each([
  ["junit.xml", junit],
  ["junit", junit],
  ["merged.xml", junit.replace(properties, `</properties><!-- ${much} --><properties>${properties}`)],
  ["page.md", markdown],
  ["step_summary_1f0c", `before\n${markdown}`],
  ["both.md", `About <testsuite>s.\n${markdown}`],
  ["late.md", much + markdown],
  ["table.csv", csv],
  ["sheet.csv", `\ufeff${csv}`],
  ["steps.jsonl", atif],
  ["steps.json", JSON.stringify(JSON.parse(atif), null, 2)],
  ["results.json", '{"suite":"a","passed":1,"failed":0}'],
  ["results.out", '{"suite":"a","passed":1,"failed":0}'],
  ["page.html", "<!doctype html><title>x report</title>"],
  ["page.html~", "<!doctype html><title>x report</title>"],
  ["results.json.bak", '{"suite":"a","passed":1,"failed":0}'],
  ["a.md.orig.2", markdown],
  ["old.receipt.json", '{\n  "receipt": 1,\n  "suite": "a",\n  "hash": "0"}'],
])("%s, as runs leave it, is known by its content", (name, content) => {
  expect(isLeft(name, content)).toBe(true);
});

test.each([
  ["other.xml", `${xml}<testsuites name="a">\n${suite}<property name="run" value="1"/></properties>`],
  ["pom.xml", `${xml}<project>${properties}</project>`],
  ["README.md", "### a: 0 of 1 passed\n\n| | case | runs passed | time | cost | what did not hold |\n"],
  ["notes.md", "Reports of x have `<!-- x report -->` in them.\n"],
  ["runs.csv", "run_id,kind,name,subject\r\n1,bench,a,b"],
  ["other.json", '{"schema_version":"ATIF-v1.4","session_id":"0b5c-41ff","agent":{}}'],
  ["program", Buffer.concat([Buffer.from([0]), Buffer.from(much + markdown)])],
  ["code.ts", markdown],
  ["code.ts.bak", markdown],
  ["shop.json", '{"receipt":"0815","suite":"a"}'],
])("%s of the user's own is none", (name, content) => {
  expect(isLeft(name, content)).toBe(false);
});

test("what cannot be read is none", () => {
  expect(isLeftByRuns(folder, "missing.xml")).toBe(false);
});
