import { expect, test } from "vitest";
import { percent } from "../page/parts/format.ts";

test("a share that is not all is never 100 %, and one that is not none never 0\u00a0%", () => {
  expect([1, 249 / 250, 0.92].map(percent)).toEqual(["100\u00a0%", "99.6\u00a0%", "92\u00a0%"]);
  expect([0, 1 / 250, 0.006].map(percent)).toEqual(["0\u00a0%", "0.4\u00a0%", "1\u00a0%"]);
});
