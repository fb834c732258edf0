import { expect, test } from "vitest";
import { padColumns } from "./pad-columns.ts";

test("pads by what is seen, not by characters, and cuts nothing", () => {
  expect(padColumns("ab", 4)).toBe("ab  ");
  expect(padColumns("日本", 6)).toBe("日本  ");
  expect(padColumns("日本", 3)).toBe("日本");
  expect(padColumns("abcde", 3)).toBe("abcde");
});
