import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSuite, type Suite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { checkHidden, checkTravels } from "./check-travels.ts";

async function project() {
  const folder = await tempFolder();
  const root = join(folder.path, "project");
  for (const path of ["project/work", "project/hidden", "outer", "other"])
    mkdirSync(join(folder.path, path), { recursive: true });
  writeFileSync(join(root, "package.json"), "{}");
  symlinkSync("../outer", join(root, "link"));
  const suite = async (more: object, file = "project/suite.json"): Promise<Suite> => {
    const cases = [{ id: "a", prompt: "Do it.", expect: ["file:a.txt exists"], ...more }];
    const path = join(folder.path, file);
    writeFileSync(path, JSON.stringify({ name: "s", defaults: { budget: 1, timeout: 20 }, cases }));
    return readSuite(path);
  };
  return { ...folder, root, suite };
}

test.each([
  ["workspace", { workspace: "../outer" }],
  ["workspace", { workspace: "link" }],
  ["hidden", { hidden: "../outer" }],
  ["solution", { solution: "../outer" }],
])("a %s outside of the project is refused: %j", async (what, more) => {
  await using place = await project();
  const suite = await place.suite(more);
  expect(() => checkTravels(suite, place.root)).toThrow(`The ${what} of the case a, `);
});

test("a suite outside of the project is refused, and what is inside or has an address goes", async () => {
  await using place = await project();
  const stray = await place.suite({}, "other/suite.json");
  expect(() => checkTravels(stray, place.root)).toThrow(/suite\.json is not in the project/);
  for (const more of [
    {},
    { workspace: "work", hidden: "hidden" },
    { workspace: "https://a.example/b.git#c" },
  ]) {
    const suite = await place.suite(more);
    expect(() => checkTravels(suite, place.root)).not.toThrow();
  }
});

test("a key among hidden files is refused, for without it the case would be another one", async () => {
  await using place = await project();
  const suite = await place.suite({ hidden: "hidden" });
  expect(() => checkHidden(suite, place.root, ["hidden/.env"])).toThrow("hidden files of the case a");
  expect(() => checkHidden(suite, place.root, [".env", "work/.env"])).not.toThrow();
});
