import { afterEach, expect, test, vi } from "vitest";
import { appText } from "./app-text.ts";

const { isTTY, columns } = process.stderr;
afterEach(() => Object.assign(process.stderr, { isTTY, columns }));

test("on a terminal a problem is broken between words", () => {
  vi.stubEnv("npm_lifecycle_event", undefined);
  Object.assign(process.stderr, { isTTY: true, columns: 40 });
  const text = appText(["benhc"], new Map());
  const input = { input: "benhc", corrections: ["bench"], ansiColor: false };
  expect(text.noCommandRegisteredForInput(input)).toBe(
    'x has no command "benhc". Did you mean\n  bench? x --help lists what there is.',
  );
  expect(
    text.exceptionWhileRunningCommand(new Error("There is no run of this name in the store."), false),
  ).toBe("There is no run of this name in the\n  store.");
});
