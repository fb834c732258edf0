import { expect, test } from "vitest";
import { filtersOff } from "./filters-off.ts";

test("every program of a filter is switched off, and nothing has to pass through one", () => {
  const listed = ["filter.lfs.clean", "filter.lfs.process", "filter.lfs.required", "filter.a b.smudge", ""];
  expect(filtersOff(listed.join("\0"))).toEqual([
    ...["-c", "filter.lfs.clean=", "-c", "filter.lfs.process=", "-c", "filter.lfs.required=false"],
    ...["-c", "filter.a b.smudge="],
  ]);
  expect(filtersOff("")).toEqual([]);
});

test.each(["filter.a=b.clean", "filter.\uFFFD.process"])("%s can be named by no setting", (name) => {
  expect(filtersOff(`filter.lfs.clean\0${name}\0`)).toBeNull();
});
