import { expect, test } from "vitest";
import { StuckWatch } from "./stuck.ts";

/** Feeds calls by one letter each, the result being the letter too. */
function states(calls: string): string {
  const watch = new StuckWatch();
  return [...calls]
    .map((call) => ({ fine: ".", notice: "n", stuck: "S" })[watch.see("shell", call, call)])
    .join("");
}

test("the same call: a hint at the third, the end at the sixth", () => {
  expect(states("aaaaaa")).toBe("..n..S");
  expect(states("aabaaba")).toBe(".......");
});

test("two in turns count as one", () => {
  expect(states("ababababababab").indexOf("S")).toBe(11);
  expect(states("abababababab")).toContain("n");
});

test("longer circles and changing results are let be", () => {
  expect(states("abcabcabcabcabcabc")).toBe("..................");
  const watch = new StuckWatch();
  for (let at = 0; at < 20; at++) expect(watch.see("shell", "poll", `waiting ${at}`)).toBe("fine");
});
