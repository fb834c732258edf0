import { directAnswerPrompt } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { inRole } from "./roles.ts";
import { goal, runPattern } from "./run-pattern.ts";

/** Who is told what: goal, results, feedback, and the one prompt of the baseline. */
export function whatIsTold(description: PatternDescription): void {
  const { adapter } = description;
  describe.each(Object.entries(description.courses))("told, %s", (_, course) => {
    test("whoever is asked at all is told the goal", async () => {
      const { calls } = await runPattern(adapter, course);
      for (const call of calls) expect(call.text, call.block).toContain(goal);
    });

    test("whoever works or answers has the prompt of the baseline and no other", async () => {
      const { calls } = await runPattern(adapter, course);
      const working = inRole(description, calls, "works", "answers");
      expect(working.length).toBeGreaterThan(0);
      for (const { system, block } of working) expect(system, block).toBe(directAnswerPrompt);
    });

    if (!course.picks) {
      test("the answer is written by one who is shown all the work", async () => {
        const { calls } = await runPattern(adapter, course);
        const replaced = course.replaced?.(calls) ?? [];
        const work = inRole(description, calls.slice(0, -1), "works").map((call) => call.answer);
        const kept = work.filter((piece) => !replaced.includes(piece));
        expect(kept.length).toBeGreaterThan(0);
        for (const piece of kept) expect(calls.at(-1)!.text).toContain(piece);
      });
    }

    const { flows } = course;
    if (flows) {
      test("what is said gets to those who need it", async () => {
        const { calls } = await runPattern(adapter, course);
        expect(flows(calls).length).toBeGreaterThan(0);
        for (const { what, said, to } of flows(calls)) {
          expect(said, what).not.toBe("");
          expect(to.text, `${what} (call ${to.at}, ${to.block})`).toContain(said);
        }
      });
    }
  });
}
