import { expect, test } from "vitest";
import { alignRows } from "./align-rows.ts";

test("columns stand below each other, also behind wide characters", () => {
  expect(
    alignRows([
      ["a", "1", ""],
      ["日本語", "22", "x"],
    ]),
  ).toBe("a       1\n日本語  22  x\n");
});
