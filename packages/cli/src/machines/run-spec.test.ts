import { expect, test } from "vitest";
import { RunSpecError, readRunSpec, StrayRunSpecError } from "./run-spec.ts";

const spec = {
  ...{ format: 1, command: "bench", project: "0123456789abcdef".repeat(3).slice(0, 40), folder: "sub" },
  ...{ file: "../bench/suite.json", flags: {}, budgetUsd: null, lanes: {}, queue: "postgres" },
};

test("a file may lie above the folder, as long as it is in the project", () => {
  expect(readRunSpec(spec)).toBe(spec);
  expect(readRunSpec({ ...spec, folder: "", file: "..suite.json" })).toMatchObject({ folder: "" });
});

test.each([
  ["project", { project: "../../home" }],
  ["project", { project: `${spec.project}/x` }],
  ["project", { project: null }],
  ["folder", { folder: "../other" }],
  ["folder", { folder: "/etc" }],
  ["folder", { folder: 1 }],
  ["file", { file: "../../x.ts" }],
  ["file", { file: "/tmp/x.ts" }],
  ["file", { folder: "", file: ".." }],
])("a %s that leads elsewhere is refused", (field, change) => {
  const read = () => readRunSpec({ ...spec, ...change } as never);
  expect(read).toThrow(StrayRunSpecError);
  expect(read).toThrow(`a ${field} that leads out of its project`);
});

test("a format of another version is refused", () => {
  expect(() => readRunSpec({ ...spec, format: 2 })).toThrow(RunSpecError);
});
