import { expect, test } from "vitest";
import type { PatternDescription } from "./pattern-description.ts";
import { runPattern } from "./run-pattern.ts";

/** The number of calls is as stated, and no bound is idle. */
export function callsStated(description: PatternDescription): void {
  const { adapter, courses } = description;
  const name = adapter.patternName;

  test.each(Object.entries(courses))("makes as many calls as it states, %s", async (_, course) => {
    const { result, calls, subject } = await runPattern(adapter, course);
    expect(result.ok, result.ok ? "" : result.error.message).toBe(true);
    const { min, max } = subject.calls!;
    expect(calls.length).toBeGreaterThanOrEqual(min);
    expect(calls.length).toBeLessThanOrEqual(max);
    if (course.reaches) expect(calls.length).toBe(subject.calls![course.reaches]);
  });

  test("reaches both bounds", () => {
    const { calls } = adapter.build({ model: "recording/model" });
    const reached = Object.values(courses).flatMap((course) => (course.reaches ? [course.reaches] : []));
    const wanted = calls!.min === calls!.max ? ["max"] : ["max", "min"];
    expect([...new Set(reached)].toSorted()).toEqual(wanted);
  });

  test("is a subject as the contract says", () => {
    const subject = adapter.build({ model: "recording/model" });
    expect(subject).toMatchObject({ name, kind: "pattern", model: "recording/model" });
    expect(subject.sequencer.kind).toBe("sequencer");
  });

  test("blocks and generators can be addressed by their prefix", async () => {
    const names = new Set<string>();
    for (const course of Object.values(courses)) {
      const { calls } = await runPattern(adapter, {
        ...course,
        onEvent: (event) => event.type === "block.started" && names.add(event.name),
      });
      for (const call of calls) expect(call.block.startsWith(`bench-${name}-`), call.block).toBe(true);
    }
    expect([...names].filter((each) => !each.startsWith(`bench-${name}`))).toEqual([]);
    const known = Object.keys(description.roles).map((role) => `bench-${name}-${role}`);
    expect(known.filter((each) => !names.has(each))).toEqual([]);
  });
}
