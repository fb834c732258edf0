import { expect, test } from "vitest";
import { markedEnd, readMarkedEnd } from "./kept-end.ts";

test("what is missing before an end can be read again", () => {
  expect(readMarkedEnd(markedEnd("the end\n", 1_234_567))).toEqual({
    dropped: "1,234,567",
    end: "the end\n",
  });
  expect(readMarkedEnd("a whole text")).toBeNull();
});
