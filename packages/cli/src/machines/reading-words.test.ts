import { expect, test } from "vitest";
import { readingWords } from "./reading-words.ts";

const url = "postgres://x:secret@db/x?schema=a";

test("what reads a run of a database is told where it is, without the password", () => {
  expect(readingWords({}, {})).toBe("x");
  expect(readingWords({}, { X_STORE: url })).toBe("x");
  expect(readingWords({ on: "postgres://db/x" }, {})).toBe("X_STORE=postgres://db/x x");
  expect(readingWords({ on: "postgres://db/x" }, { X_STORE: url })).toBe("X_STORE=postgres://db/x x");
  expect(readingWords({ store: url }, {})).toBe("X_STORE='postgres://x:***@db/x?schema=a' x");
  expect(readingWords({ store: url }, { X_STORE: url })).toBe("x");
});
