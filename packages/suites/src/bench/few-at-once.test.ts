import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { fewAtOnce } from "./few-at-once.ts";

test("what comes of each is told in their order, and only so many are under way at once", async () => {
  let under = 0;
  let most = 0;
  const doubled = await fewAtOnce([5, 4, 3, 2, 1], 2, async (each) => {
    most = Math.max(most, ++under);
    await wait(each);
    under -= 1;
    return each * 2;
  });
  expect({ doubled, most }).toEqual({ doubled: [10, 8, 6, 4, 2], most: 2 });
  expect(await fewAtOnce([], 2, async () => 1)).toEqual([]);
});

test("after one that failed none is begun, and those under way are waited for", async () => {
  const ended: number[] = [];
  const going = fewAtOnce([20, 0, 5, 6], 2, async (each) => {
    await wait(each);
    if (each === 0) throw new Error("the first");
    ended.push(each);
  });
  await expect(going).rejects.toThrow("the first");
  expect(ended).toEqual([20]);
});
