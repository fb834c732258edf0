import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "./patiently.ts";
import { QueueBrokenError } from "./queue-errors.ts";

const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what fails is tried again", async () => {
  const action = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("there");
  const done = patiently(action, signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await done).toBe("there");
  expect(action).toHaveBeenCalledTimes(2);
});

test("what does not answer is tried again too", async () => {
  const action = vi.fn().mockReturnValueOnce(new Promise(() => {}));
  action.mockResolvedValue("there");
  const done = patiently(action, signal);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await done).toBe("there");
});

test("a server that never answers is not waited for without end, and the message says what to do", async () => {
  const done = patiently(() => new Promise(() => {}), signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(200_000);
  const error = await done;
  expect(error).toBeInstanceOf(QueueBrokenError);
  expect((error as Error).message).toMatch(/not answered for 120 s.*--resume/);
});

test("an error that stays is told, with what to do", async () => {
  const misconf = new Error("MISCONF Errors writing to the AOF file: No space left on device.");
  const done = patiently(() => Promise.reject(misconf), signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await done).toMatchObject({
    ...{ code: "queue-broken", cause: misconf },
    message: expect.stringMatching(/120 s: MISCONF .* on device\. Set that right, .* with --resume/),
  });
});

test("nobody waits any more for what was left", async () => {
  const over = new AbortController();
  const done = patiently(() => new Promise(() => {}), over.signal);
  over.abort();
  await expect(done).rejects.toThrow(QueueBrokenError);
  expect(vi.getTimerCount()).toBe(0);
});
