import { openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { keepRun } from "../../test/kept-run.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { findCell, splitReference } from "./find-cell.ts";

test.each([
  [["last"], { run: "last", cell: null }],
  [["last", "add-tests"], { run: "last", cell: "add-tests" }],
  [["last/"], { run: "last", cell: null }],
  [["7f3a/x@acme/one/add-tests/2"], { run: "7f3a", cell: "x@acme/one/add-tests/2" }],
  [["7f3a/x", "add-tests", "2"], { run: "7f3a", cell: "x/add-tests/2" }],
])("%j", ([first, ...rest], split) => {
  expect(splitReference(first!, rest)).toEqual(split);
});

test.each(["plain", "a/b/3", "two\nlines", "__proto__", "x #1"])(
  "a run of a subject and a task that are both called %j is found by its number",
  async (name) => {
    await using folder = await tempFolder();
    const run = await keepRun(folder.path, { [name]: { [name]: [1, 1, 1] } });
    const store = openStore(folder.path);
    for (const form of [`${name}/2`, `${name} #2`, `${name}/${name}/2`])
      expect((await findCell(store, run, form)).cell).toMatchObject({ subject: name, task: name, run: 1 });
    await store.close();
  },
);

test("of a name that fits none the tasks are told, and those that begin alike are not alike in it", async () => {
  await using folder = await tempFolder();
  const start = "packages-application-server-of-a-name-that-is-far-too-long-for-a-sentence";
  const run = await keepRun(folder.path, { x: { [`${start}-a`]: [1], [`${start}-b`]: [1] } });
  const store = openStore(folder.path);
  await expect(findCell(store, run, "nothing")).rejects.toThrow(/Its tasks: \S+-a, \S+-b\. Name a task/);
  await store.close();
});
