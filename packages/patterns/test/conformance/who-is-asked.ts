import { describe, expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { suffixOf } from "./roles.ts";
import { runPattern } from "./run-pattern.ts";

/** Every seat is asked for what is its own, of the model that is its own. */
export function whoIsAsked(description: PatternDescription): void {
  const { adapter, models = {}, own = {} } = description;
  describe.each(Object.entries(description.courses))("asked, %s", (_, course) => {
    test("of the model it should be", async () => {
      const { calls } = await runPattern(adapter, course);
      for (const call of calls) {
        const wanted = models[suffixOf(description, call)] ?? "recording/model";
        expect(call.modelId, call.block).toBe(wanted);
      }
    });

    if (Object.keys(own).length > 0) {
      test("for what nobody else is asked for", async () => {
        const { calls } = await runPattern(adapter, course);
        for (const [suffix, words] of Object.entries(own)) {
          expect(words.every((word) => word.trim().length > 3)).toBe(true);
          for (const call of calls.filter((each) => suffixOf(description, each) in own)) {
            const told = words.filter((word) => `${call.system}\n${call.text}`.includes(word));
            expect(told, `${call.block} on what ${suffix} is for`).toEqual(
              suffixOf(description, call) === suffix ? words : [],
            );
          }
        }
      });
    }
  });

  test("names every model it asks beside that of the run", () => {
    const { models: named = [] } = adapter.build({ model: "recording/model" });
    expect([...named].toSorted()).toEqual([...new Set(Object.values(models))].toSorted());
  });
}
