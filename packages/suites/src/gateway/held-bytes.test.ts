import { expect, test } from "vitest";
import { HeldBytes } from "./held-bytes.ts";

test("requests have room together, which is there again when one is let go", () => {
  const all = new HeldBytes(10);
  const other = all.open();
  {
    using one = all.open();
    expect([one.take(6), other.take(5), other.take(4), one.take(1)]).toEqual([true, false, true, false]);
  }
  expect([other.take(7), other.take(6)]).toEqual([false, true]);
});
