import { expect, test } from "vitest";
import { findMatch } from "./find-match.ts";

test("what would take other engines for ever is quick", async () => {
  expect(await findMatch("^(a+)+$", "", `${"a".repeat(50_000)}b`)).toEqual({ kind: "none" });
});

test("a large text is searched beside the event loop, with the same answer", async () => {
  const text = `${"word ".repeat(200_000)}needle 42`;
  expect(await findMatch("NEEDLE \\d+", "i", text)).toEqual({
    kind: "found",
    index: 1_000_000,
    text: "needle 42",
  });
  expect(await findMatch("needle x", "", text)).toEqual({ kind: "none" });
});

test("a search that takes too long is given up", async () => {
  const text = `c${"ab".repeat(2_000_000)}`;
  const started = performance.now();
  expect(await findMatch("([ab]{1,100}){10}[^abc]", "", text, 300)).toEqual({ kind: "too-slow" });
  expect(performance.now() - started).toBeLessThan(15_000);
});
