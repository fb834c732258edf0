import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("JSON is no command to a build server, and reads as it was", () => {
  const value = { "##[error]": ["a ###[x] ##vso[task.x]b\n::error::c", "##teamcity[d", "## #"] };
  const text = jsonText(value);
  expect(text).not.toMatch(/##\[|##vso\[|##teamcity\[|^\s*::/m);
  expect(JSON.parse(text)).toEqual(value);
  expect(jsonText(["# ##"])).toBe('[\n  "# ##"\n]\n');
});
