import { expect, test } from "vitest";
import { PatchRoom } from "./patch-room.ts";

test("patches are taken as long as there is room for them as JSON, small ones after a large one too", () => {
  const room = new PatchRoom(100);
  expect(["a".repeat(60), "\n".repeat(30), "b".repeat(20)].map((patch) => room.take(patch))).toEqual([
    ...[true, false, true],
  ]);
});

test("the first is taken however large it is: where there is one run, its patch is what was asked for", () => {
  const room = new PatchRoom(100);
  expect([room.take("a".repeat(1_000)), room.take("")]).toEqual([true, false]);
});
