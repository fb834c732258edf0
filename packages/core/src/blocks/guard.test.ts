import { expect, test } from "vitest";
import { guard } from "./guard.ts";

test("what is there already is not waited for", () => {
  expect(guard(7, new AbortController().signal)).toBe(7);
});

test("work that ignores the signal is left when it fires", async () => {
  const controller = new AbortController();
  const waiting = guard(new Promise<never>(() => {}), controller.signal);
  controller.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
});

test("a reason that is no error becomes one", async () => {
  const signal = AbortSignal.abort("enough");
  await expect(guard(Promise.resolve(1), signal)).rejects.toMatchObject({
    code: "aborted",
    message: /enough/,
  });
});

test("work that breaks after it was left disturbs nobody", async () => {
  const controller = new AbortController();
  let fail: (error: Error) => void = () => {};
  const waiting = guard(new Promise<never>((_, reject) => (fail = reject)), controller.signal);
  controller.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
  fail(new Error("later"));
  await new Promise((resolve) => setImmediate(resolve));
});
