import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isMakerGone, makerMark } from "./maker-mark.ts";

test("a process is gone when it has ended, or when this one has its id", () => {
  const [machine, , own] = makerMark.split("-");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  expect(isMakerGone(makerMark)).toBe(false);
  expect(isMakerGone(`${machine}-${pid}-${own}`)).toBe(true);
  expect(isMakerGone(`${machine}-${process.ppid}-${own}`)).toBe(false);
  expect(isMakerGone(`${machine}-${process.pid}-00000000`)).toBe(own !== "00000000");
});

test("of what is on another machine, or is no mark, nothing is known", () => {
  for (const mark of ["another-999999999-0", "", "a", "a-b-c", `${makerMark}-more`])
    expect(isMakerGone(mark)).toBe(false);
});
