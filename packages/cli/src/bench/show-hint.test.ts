import { expect, test } from "vitest";
import { showHint } from "./show-hint.ts";

test("short where there is one of it, else by the whole path, quoted for a shell", () => {
  const cell = { subject: "command:a 'b'", task: "add tests", run: 1 };
  expect(showHint("7f3a1c-x", { ...cell, task: "add-tests" }, { only: true })).toBe("x show last add-tests");
  expect(showHint("7f3a1c-x", cell, { only: true })).toBe("x show last 'add tests'");
  expect(showHint("7f3a1c-x", cell, { only: false })).toBe("x show '7f3a/command:a '\\''b'\\''/add tests/2'");
});
