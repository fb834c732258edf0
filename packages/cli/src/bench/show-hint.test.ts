import { expect, test } from "vitest";
import { showHint } from "./show-hint.ts";

test("short where there is one of it, else by the whole path, quoted for a shell", () => {
  const cell = { subject: "command:a 'b'", task: "add tests", run: 1 };
  expect(showHint("7f3a1c-x", { ...cell, task: "add-tests" }, { only: true })).toBe("x show last add-tests");
  expect(showHint("7f3a1c-x", cell, { only: true })).toBe("x show last 'add tests'");
  expect(showHint("7f3a1c-x", { ...cell, task: "-a" }, { only: true })).toBe("x show last -- -a");
  expect(showHint("7f3a1c-x", cell, { only: false })).toBe("x show '7f3a/command:a '\\''b'\\''/add tests/2'");
});

test("of a run that is not the last one for sure: its id; and where it is kept", () => {
  const cell = { subject: "s", task: "t", run: 0 };
  const place = { byId: true, begin: "X_STORE=postgres://db/x x" };
  expect(showHint("7f3a1c-x", cell, { only: true, ...place })).toBe("X_STORE=postgres://db/x x show 7f3a t");
  expect(showHint("7f3a1c-x", cell, { only: false, ...place })).toBe(
    "X_STORE=postgres://db/x x show 7f3a/s/t/1",
  );
});
