import { expect, test } from "vitest";
import { checkWorkspacePath } from "./workspace-path.ts";

const sixteen = (last: number) => `${"x".repeat(63)}/`.repeat(15) + "x".repeat(last);

test.each([
  ["a part of 255 bytes", "x".repeat(255)],
  ["a part of 255 bytes, two a letter", `${"é".repeat(127)}x`],
  ["a path of 1,024 bytes", sixteen(64)],
])("%s is the longest", (_what, path) => {
  expect(checkWorkspacePath(path)).toEqual({ ok: true, path, folder: false });
});

test.each([
  ["a part of 256 bytes", "x".repeat(256)],
  ["a part of 256 bytes, two a letter", "é".repeat(128)],
  ["a part of 256 bytes after others", `a/b/${"x".repeat(256)}`],
  ["a path of 1,025 bytes", sixteen(65)],
])("%s is too long", (_what, path) => {
  expect(checkWorkspacePath(path)).toMatchObject({
    message: expect.stringContaining("is too long (at most 1024 bytes, 255 a part)"),
  });
});

test("half a character is none", () => {
  const message = expect.stringContaining("holds a broken character");
  expect(checkWorkspacePath("a/\ud800.txt")).toEqual({ ok: false, message });
});
