import { defineCapability, handler } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { z } from "zod";
import type { PatternDescription } from "./pattern-description.ts";
import type { SeenCall } from "./recording-model.ts";
import { inRole, longestCourse } from "./roles.ts";
import { runPattern } from "./run-pattern.ts";

/** What the baseline may use, whoever does the work may use. */
export function toolsReachWork(description: PatternDescription): void {
  const { adapter } = description;

  test("capabilities reach everybody who works, and their tools can be called", async () => {
    const used: string[] = [];
    const weigh = handler({
      name: "weigh",
      description: "Weighs a crate",
      inputSchema: z.object({ crate: z.string() }),
      execute: ({ crate }) => {
        used.push(crate);
        return `${crate} weighs 40 kilograms`;
      },
    });
    const scales = defineCapability({ name: "scales", presets: { tools: { tools: [weigh] } } });
    const course = longestCourse(description);
    const { result, calls } = await runPattern(adapter, {
      ...course,
      uses: [scales],
      say: (call, before) =>
        call.tools.includes("weigh") && !call.toolAnswered
          ? { toolCall: { name: "weigh", input: { crate: placeOf(call) } } }
          : course.say(call, before),
    });
    expect(result.ok, result.ok ? "" : result.error.message).toBe(true);
    const working = inRole(description, calls, "works");
    for (const call of working) expect(call.tools, call.block).toContain("weigh");
    const asking = working.filter((call) => !call.toolAnswered);
    expect(asking.length).toBeGreaterThan(0);
    for (const place of asking.map(placeOf)) {
      expect(used).toContain(place);
      const told = working.filter((call) => call.text.includes(`${place} weighs 40 kilograms`));
      expect(told.length, place).toBeGreaterThan(0);
    }
  });

  test("without capabilities nobody is offered a tool", async () => {
    const { calls } = await runPattern(adapter, longestCourse(description));
    expect(calls.flatMap((call) => call.tools)).toEqual([]);
  });
}

function placeOf({ path, ordinal }: SeenCall): string {
  return `crate ${path} ${ordinal}`;
}
