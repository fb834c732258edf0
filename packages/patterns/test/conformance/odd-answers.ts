import { describe, expect, test } from "vitest";
import type { Course, PatternDescription } from "./pattern-description.ts";
import type { SeenCall } from "./recording-model.ts";
import { inRole, longestCourse, suffixOf } from "./roles.ts";
import { type RunOptions, runPattern } from "./run-pattern.ts";

const broken = [
  "no data at all",
  "",
  "{}",
  "[]",
  "null",
  "42",
  '{"tasks":',
  { tasks: null },
  { tasks: [null, 7, {}] },
  { decision: "perhaps", done: "perhaps" },
  Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, [at]])),
];

/** What a provider answers when it takes what was asked for too long, or does not like it. */
const refused = Object.assign(new Error("The prompt is too long."), { statusCode: 400 });

/** Ways in which calls come to nothing, and what is said of them. */
const losses: [string, (course: Course, lost: (call: SeenCall) => boolean) => Partial<RunOptions>, RegExp][] =
  [
    [
      "comes to nothing",
      ({ say }, lost) => ({ say: (call, before) => (lost(call) ? "" : say(call, before)) }),
      /gave block .* an empty answer/,
    ],
    [
      "the provider refuses",
      (_, lost) => ({ before: (call) => (lost(call) ? Promise.reject(refused) : undefined) }),
      /The prompt is too long\./,
    ],
  ];

/** Answers that do not fit lose what they would have brought, and a lost piece of work loses itself, nothing else. */
export function oddAnswers(description: PatternDescription): void {
  const { adapter } = description;
  const course = longestCourse(description);
  const deciders = Object.keys(description.roles).filter((name) => description.roles[name] === "decides");

  describe.each(deciders)("%s", (suffix) => {
    const block = `bench-${adapter.patternName}-${suffix}`;
    test.each(broken.map((said) => [JSON.stringify(said).slice(0, 40), said] as const))(
      "that says %s costs its part in the work and not the answer",
      async (_, said) => {
        const { result, calls, subject } = await runPattern(adapter, {
          ...course,
          say: (call, before) => (call.block === block ? said : course.say(call, before)),
        });
        expect(result.ok ? typeof result.output : result.error.message).toBe("string");
        expect(calls.length).toBeLessThanOrEqual(subject.calls!.max);
        expect(calls.length).toBeGreaterThanOrEqual(subject.calls!.min);
      },
    );

    test("whose request is refused costs its part in the work and not the answer", async () => {
      const { result, calls, subject } = await runPattern(adapter, {
        ...course,
        before: (call) => (call.block === block ? Promise.reject(refused) : undefined),
      });
      expect(result.ok ? typeof result.output : result.error.message).toBe("string");
      expect(calls.length).toBeLessThanOrEqual(subject.calls!.max);
      expect(calls.length).toBeGreaterThanOrEqual(subject.calls!.min);
    });
  });

  test.each(broken.map((said) => [JSON.stringify(said).slice(0, 40), said] as const))(
    "deciders that all say %s are not asked again, and take no more calls than are stated",
    async (_, said) => {
      const { result, calls, subject } = await runPattern(adapter, {
        ...course,
        say: (call, before) =>
          deciders.includes(suffixOf(description, call)) ? said : course.say(call, before),
      });
      expect(result.ok ? typeof result.output : result.error.message).toBe("string");
      expect(calls.filter(({ again }) => again)).toEqual([]);
      expect(calls.length).toBeLessThanOrEqual(subject.calls!.max);
      expect(calls.length).toBeGreaterThanOrEqual(subject.calls!.min);
    },
  );

  const odd = Object.entries(description.copesWith ?? {}).flatMap(([suffix, answers]) =>
    answers.map((said) => [suffix, JSON.stringify(said).slice(0, 90), said] as const),
  );
  if (odd.length > 0) {
    test.each(odd)("copes with a %s that says %s", async (suffix, _, said) => {
      const block = `bench-${adapter.patternName}-${suffix}`;
      const { result, calls, subject } = await runPattern(adapter, {
        ...course,
        say: (call, before) => (call.block === block ? said : course.say(call, before)),
      });
      expect(result.ok ? typeof result.output : result.error.message).toBe("string");
      expect(calls.length).toBeLessThanOrEqual(subject.calls!.max);
      expect(calls.length).toBeGreaterThanOrEqual(subject.calls!.min);
    });
  }

  const { canLose } = description;
  if (canLose) {
    test.each(losses)("a piece of work that %s loses none of the others", async (_, lost) => {
      const { result, calls } = await runPattern(adapter, { ...course, ...lost(course, canLose) });
      expect(calls.some(canLose)).toBe(true);
      const replaced = course.replaced?.(calls) ?? [];
      const others = inRole(description, calls, "works")
        .map((call) => call.answer)
        .filter((piece) => piece !== "" && !replaced.includes(piece));
      expect(others.length).toBeGreaterThan(0);
      const last = calls.findLast(({ answer }) => answer !== "")!;
      const possible = course.picks ? others : [last.answer];
      expect(possible).toContain(result.ok ? result.output : result.error.message);
      for (const piece of others) if (piece !== last.answer) expect(last.text).toContain(piece);
    });
  }

  test.each(losses)("work that %s throughout is an error, not an answer", async (_, lost, told) => {
    const works = (call: SeenCall) => description.roles[suffixOf(description, call)] === "works";
    const { result } = await runPattern(adapter, { ...course, ...lost(course, works) });
    expect(result.ok ? result.output : result.error.message).toMatch(told);
  });
}
