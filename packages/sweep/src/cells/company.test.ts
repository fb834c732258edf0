import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Company } from "./company.ts";

const never = new AbortController().signal;

/** Names of those that were let in, in that order. */
function entering(company: Company) {
  const inside: string[] = [];
  const enter = (name: string, alone = false, signal = never) =>
    company.enter(alone, signal).then(
      () => void inside.push(name),
      () => void inside.push(`${name} left`),
    );
  return { inside, enter };
}

test("one that is to be alone waits for those before it, and those after it wait for it", async () => {
  const company = new Company();
  const { inside, enter } = entering(company);
  for (const [name, alone] of [["a"], ["b"], ["c", true], ["d"], ["e", true]] as [string, boolean?][])
    void enter(name, alone);
  await turn();
  expect(inside).toEqual(["a", "b"]);
  company.leave();
  await turn();
  expect(inside).toEqual(["a", "b"]);
  company.leave();
  await turn();
  expect(inside).toEqual(["a", "b", "c"]);
  company.leave();
  await turn();
  expect(inside).toEqual(["a", "b", "c", "d"]);
  company.leave();
  await turn();
  expect(inside).toEqual(["a", "b", "c", "d", "e"]);
});

test("one that gives up waiting is in nobody's way", async () => {
  const company = new Company();
  const { inside, enter } = entering(company);
  const stop = new AbortController();
  void enter("a");
  void enter("b", true, stop.signal);
  void enter("c");
  await turn();
  stop.abort();
  await turn();
  expect(inside.sort()).toEqual(["a", "b left", "c"]);
  void enter("d", false, stop.signal);
  await turn();
  expect(inside).toContain("d left");
});
