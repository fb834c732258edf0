import { runBlock } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { recordingModels, type SeenCall } from "./recording-model.ts";
import { runPattern } from "./run-pattern.ts";

/** The same answers lead to the same calls, and no run knows of another. */
export function sameEveryTime(description: PatternDescription): void {
  const { adapter } = description;
  describe.each(Object.entries(description.courses))("again, %s", (_, course) => {
    test("the same answers lead to the same calls in the same order", async () => {
      const first = await runPattern(adapter, course);
      const second = await runPattern(adapter, course);
      expect(second.calls).toEqual(first.calls);
      expect(second.result).toMatchObject({ ok: true, output: first.result.ok && first.result.output });
    });

    test("how long calls take changes nothing but their order", async () => {
      const first = await runPattern(adapter, course);
      const slow = await runPattern(adapter, {
        ...course,
        before: ({ at }) => new Promise((resolve) => setTimeout(resolve, (at * 7) % 5)),
      });
      expect(requests(slow.calls)).toEqual(requests(first.calls));
    });

    test("two tasks at once on one subject share nothing", async () => {
      const { resolve, calls } = recordingModels({
        say: (call, before) =>
          course.say(
            call,
            before.filter((each) => each.cell === call.cell),
          ),
        before: ({ at }) => new Promise((done) => setTimeout(done, at % 3)),
      });
      const subject = adapter.build({ model: "recording/model" });
      const prompts = ["What do the gulls of Oban eat?", "Which of the seven lamps is out?"];
      const results = await Promise.all(
        prompts.map((prompt) => {
          const input = subject.mapTask({ id: prompt, category: "reasoning", prompt, rubric: [] });
          return runBlock(subject.sequencer, input, { modelResolver: resolve, cell: prompt });
        }),
      );
      expect(results.map((result) => result.ok)).toEqual([true, true]);
      const own = (prompt: string) => calls.filter((call) => call.cell === prompt);
      for (const [mine, other] of [prompts, prompts.toReversed()] as [string, string][]) {
        expect(own(mine).length).toBeGreaterThan(0);
        const foreign = [
          other,
          ...own(other).flatMap(({ answer }) => (/^finding/.test(answer) ? [answer] : [])),
        ];
        for (const { text } of own(mine)) expect(foreign.filter((each) => text.includes(each))).toEqual([]);
      }
    });
  });
}

function requests(calls: readonly SeenCall[]): string[] {
  return calls.map(({ path, ordinal, text }) => JSON.stringify([path, ordinal, text])).toSorted();
}
