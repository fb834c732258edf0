import { expect, test } from "vitest";
import { inAnyCase } from "./in-any-case.ts";

const fails = (message: string) => () => {
  throw new Error(message);
};

test("all is done, the first failure is thrown at the end, and later ones are told", async () => {
  const told: unknown[] = [];
  const done: string[] = [];
  const all = inAnyCase((error) => told.push((error as Error).message));
  await all.act(() => done.push("a"));
  await all.act(fails("first"));
  await all.act(async () => fails("second")());
  await all.act(() => done.push("b"));
  expect([done, told]).toEqual([["a", "b"], ["second"]]);
  expect(() => all.end()).toThrow("first");
});

test("nothing is thrown where nothing failed", async () => {
  const all = inAnyCase(() => {});
  await all.act(() => {});
  expect(() => all.end()).not.toThrow();
});
