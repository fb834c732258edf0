import { expect, test } from "vitest";
import { unsetNamesNotice } from "./unset-names.ts";

test("names that are not set are told once each, an empty value is one", () => {
  const cases = [{ env: ["URL", "REGION", "EMPTY"] }, { env: ["URL"] }];
  expect(unsetNamesNotice(cases, { REGION: "eu", EMPTY: "" })).toBe(
    "URL is named by env of the suite and is not set here: agents and tests go without.",
  );
  expect(unsetNamesNotice(cases, { REGION: "eu", EMPTY: "", URL: "here" })).toBeNull();
});

test("of many only some are named", () => {
  const env = Array.from({ length: 8 }, (_, at) => `NAME_${at}`);
  expect(unsetNamesNotice([{ env }], {})).toMatch(/^NAME_0, .*NAME_4 and 3 more are named by env/);
});
