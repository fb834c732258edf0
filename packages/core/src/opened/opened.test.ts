import { expect, test } from "vitest";
import { Opened } from "./opened.ts";

test("closes the last one first, and each only once", async () => {
  const closed: string[] = [];
  const opened = new Opened();
  const one = { [Symbol.asyncDispose]: async () => void closed.push("one") };
  expect(opened.use(one)).toBe(one);
  opened.defer(async () => void closed.push("two"));
  await opened[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  expect(closed).toEqual(["two", "one"]);
});

test("closes the others when one cannot be closed, and throws what went wrong first", async () => {
  const closed: string[] = [];
  const opened = new Opened();
  opened.defer(async () => void closed.push("first"));
  opened.defer(async () => {
    throw new Error("later");
  });
  opened.defer(async () => {
    throw new Error("now");
  });
  await expect(opened[Symbol.asyncDispose]()).rejects.toThrow("now");
  expect(closed).toEqual(["first"]);
});
