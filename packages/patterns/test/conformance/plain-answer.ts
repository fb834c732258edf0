import { describe, expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { inRole } from "./roles.ts";
import { goal, runPattern } from "./run-pattern.ts";

/** The output is an answer like the baseline's, from which nobody can tell what made it. */
export function plainAnswer(description: PatternDescription): void {
  const { adapter, hidden } = description;
  describe.each(Object.entries(description.courses))("answer, %s", (_, course) => {
    test("is the text of the one call that counts, as it stands", async () => {
      const { result, calls } = await runPattern(adapter, course);
      const output = result.ok ? result.output : result.error.message;
      expect(typeof output).toBe("string");
      expect(output.trim()).not.toBe("");
      const work = inRole(description, calls, "works").map((call) => call.answer);
      if (course.picks) expect(work).toContain(course.picks(calls));
      expect(output).toBe(course.picks?.(calls) ?? calls.at(-1)!.answer);
    });

    if (!course.picks) {
      test("is asked for without a word that would give the pattern away", async () => {
        const { calls } = await runPattern(adapter, course);
        const { text, system } = calls.at(-1)!;
        const request = `${system}\n${text}`.replaceAll(goal, "");
        const leaks = ["bench", ...hidden].filter((word) => new RegExp(`\\b${word}`, "i").test(request));
        expect(leaks).toEqual([]);
      });
    }

    test("is text where the model gives text that looks like data", async () => {
      const { result, calls } = await runPattern(adapter, {
        ...course,
        say: (call, before) =>
          call.structured ? course.say(call, before) : (course.say(call, before) ?? `{"n":${call.at}}`),
      });
      const given = calls.map((call) => call.answer);
      expect(result.ok && typeof result.output === "string" && given.includes(result.output)).toBe(true);
    });
  });
}
