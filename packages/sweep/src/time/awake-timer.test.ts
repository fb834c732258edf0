import { expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { awakeTimer } from "./awake-timer.ts";

test("what is due while the process stands still comes as much later", async () => {
  const { timer, clock, run } = createVirtualTime();
  let starved = 100;
  const fired = new Promise<number>((resolve) => {
    awakeTimer(timer, () => starved).after(50, () => resolve(clock.elapsed()));
  });
  timer.after(10, () => {
    starved += 30;
  });
  timer.after(60, () => {
    starved += 5;
  });
  expect(await run(fired)).toBe(85);
});

test("it is taken back, also when it was wound again", async () => {
  const { timer, run } = createVirtualTime();
  let starved = 0;
  let fired = false;
  const cancel = awakeTimer(timer, () => starved).after(50, () => {
    fired = true;
  });
  timer.after(10, () => {
    starved = 30;
  });
  timer.after(60, cancel);
  await run(new Promise<void>((resolve) => timer.after(500, resolve)));
  expect(fired).toBe(false);
});
