import { expect, test } from "vitest";
import { splitReference } from "./find-cell.ts";

test.each([
  [["last"], { run: "last", cell: null }],
  [["last", "add-tests"], { run: "last", cell: "add-tests" }],
  [["last/"], { run: "last", cell: null }],
  [["7f3a/x@acme/one/add-tests/2"], { run: "7f3a", cell: "x@acme/one/add-tests/2" }],
  [["7f3a/x", "add-tests", "2"], { run: "7f3a", cell: "x/add-tests/2" }],
])("%j", ([first, ...rest], split) => {
  expect(splitReference(first!, rest)).toEqual(split);
});
