import { expect, test } from "vitest";
import { OpenCalls } from "./open-calls.ts";

test("a result belongs to the oldest open call of its id", () => {
  const open = new OpenCalls<string>();
  for (const call of ["first", "second"]) open.add("", call);
  open.add("c", "third");
  expect(open.size).toBe(3);
  expect([open.take("c"), open.take(""), open.take("c"), open.take(""), open.take("")]).toEqual([
    ...["third", "first", undefined, "second", undefined],
  ]);
  expect(open.size).toBe(0);
});
