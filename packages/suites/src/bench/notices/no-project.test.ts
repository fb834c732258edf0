import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SuiteCase } from "../../suite/suite.ts";
import { noProjectNotice } from "./no-project.ts";

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "x-no-project-"));
  for (const name of ["app", "other"]) {
    mkdirSync(join(top, name, "bench"), { recursive: true });
    writeFileSync(join(top, name, "Makefile"), "");
  }
  mkdirSync(join(top, "bench"));
});
afterAll(() => rmSync(top, { recursive: true }));

const onProject: Pick<SuiteCase, "workspace">[] = [{ workspace: { kind: "project" } }];
const onFolder: Pick<SuiteCase, "workspace">[] = [
  { workspace: { kind: "folder", path: "w", absolute: "/w" } },
];
const noticeOf = (suite: string, folder: string, cases = onProject) =>
  noProjectNotice({ folder: join(top, suite) }, cases, join(top, folder));

test("a suite of a project that is called around it is told, with where to call it", () => {
  const notice = noticeOf("app/bench", ".");
  expect(notice).toContain(`all that is in ${top}, `);
  expect(notice).toContain(`the suite is of ${join(top, "app")}. Call it there`);
});

test.each([
  ["in the project of the suite", noticeOfLater("app/bench", "app")],
  ["in a folder of it", noticeOfLater("app/bench", "app/bench")],
  ["in another project, for suites may be shared", noticeOfLater("app/bench", "other")],
  ["where neither is a project", noticeOfLater("bench", ".")],
  ["where the suite names its files", noticeOfLater("app/bench", ".", onFolder)],
])("nothing is told %s", (_where, notice) => {
  expect(notice()).toBeNull();
});

/** The folders are there only when tests run. */
function noticeOfLater(...args: Parameters<typeof noticeOf>): () => string | null {
  return () => noticeOf(...args);
}
