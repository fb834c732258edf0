import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asking, jsonOf, textOf } from "../../test/support/asking.ts";
import { zodSchemas } from "../../test/support/zod-schemas.ts";
import type { AnswerKeyTask } from "./answer-key.ts";
import { reviewWords } from "./give-answer.ts";
import { simModel } from "./sim-model.ts";
import type { SimProfile } from "./sim-profile.ts";

const sum: AnswerKeyTask = { prompt: "What is 17 plus 25?", right: "42", wrong: ["41", "32"] };
const sure = { ability: 1000 };
const blind = { ability: -1000 };

/** Perfect reviewer and judge, unless a profile says otherwise. */
async function data<T>(
  schema: z.ZodType<T>,
  text: string,
  profile: SimProfile = sure,
  ordinal = 0,
): Promise<T> {
  const model = simModel("mine", { answerKey: [sum], profiles: { mine: profile } });
  return schema.parse(JSON.parse(textOf(await model.doGenerate(asking(text, { ordinal }, jsonOf(schema))))));
}

describe("an answer", () => {
  test("is where an answer is asked for, as a text or a number", async () => {
    expect(await data(z.object({ answer: z.string() }), sum.prompt)).toEqual({ answer: "42" });
    expect(await data(z.object({ finalAnswer: z.number() }), sum.prompt)).toEqual({ finalAnswer: 42 });
    expect(await data(z.object({ work: z.object({ result: z.int() }) }), sum.prompt)).toEqual({
      work: { result: 42 },
    });
    expect(["41", "32"]).toContain((await data(z.object({ answer: z.string() }), sum.prompt, blind)).answer);
    expect(await data(z.string(), sum.prompt)).toBe("42");
    expect(await data(z.object({ answer: z.string().nullable() }), sum.prompt)).toEqual({ answer: "42" });
  });

  test("is chosen from a list that has it", async () => {
    expect(await data(z.object({ option: z.enum(["31", "42", "7"]) }), sum.prompt)).toEqual({ option: "42" });
  });

  test("combines candidates", async () => {
    const request = `${sum.prompt}\n- 41\n- 41\n- 42`;
    expect(await data(z.object({ answer: z.string(), notes: z.string() }), request)).toMatchObject({
      answer: "41",
    });
  });

  test("keeps to the length it is allowed", async () => {
    const { answer } = await data(z.object({ answer: z.string().min(30) }), sum.prompt);
    expect(answer).toMatch(/^42 /);
    expect(await data(z.object({ answer: z.string().max(1) }), sum.prompt)).toEqual({ answer: "4" });
  });

  test("without a schema is an object with the answer", async () => {
    const model = simModel("mine", { answerKey: [sum], profiles: { mine: sure } });
    const result = await model.doGenerate(asking(sum.prompt, {}, { responseFormat: { type: "json" } }));
    expect(textOf(result)).toBe('{"answer":"42"}');
  });
});

describe("content is carried through a pattern", () => {
  test("a plan names the task in every part, so that a worker who sees only that part knows it", async () => {
    const plan = z.object({ steps: z.array(z.object({ title: z.string(), task: z.string() })).length(3) });
    const { steps } = await data(plan, `Make a plan for: ${sum.prompt}`);
    expect(steps.map((step) => step.task)).toEqual([1, 2, 3].map((n) => `Part ${n}: ${sum.prompt}`));
    const worker = simModel("mine", { answerKey: [sum], profiles: { mine: sure } });
    expect(textOf(await worker.doGenerate(asking(steps[1]!.task)))).toBe("42");
  });

  test("phrases say what they are about and hold no answer", async () => {
    const choice = { prompt: "42 or 41, which is even?", right: "42", wrong: ["41"] };
    const model = simModel("mine", { answerKey: [choice], profiles: { mine: sure } });
    const schema = jsonOf(z.object({ outlookNote: z.string() }));
    const text = textOf(await model.doGenerate(asking(choice.prompt, {}, schema)));
    expect(JSON.parse(text)).toEqual({ outlookNote: "A simulated outlook note on: 42 or 41, which is even" });
    const { title } = await data(z.object({ title: z.string() }), "Name a colour that sailors like.");
    expect(title).toBe("A simulated title on: Name a colour that sailors like");
  });
});

describe("a review", () => {
  const right = `${sum.prompt}\n<answer>42</answer>`;
  const wrong = `${sum.prompt}\n<answer>41</answer>`;

  test.each<[z.ZodType, unknown, unknown]>([
    [z.object({ decision: z.enum(["approve", "revise"]) }), { decision: "approve" }, { decision: "revise" }],
    [z.object({ approved: z.boolean() }), { approved: true }, { approved: false }],
    [
      z.object({ review: z.object({ ok: z.boolean() }) }),
      { review: { ok: true } },
      { review: { ok: false } },
    ],
    [z.object({ needsRevision: z.boolean() }), { needsRevision: false }, { needsRevision: true }],
    [z.object({ verdict: z.enum(["FAIL", "PASS"]) }), { verdict: "PASS" }, { verdict: "FAIL" }],
    [
      z.object({ approved: z.boolean(), issues: z.array(z.string()).max(1), feedback: z.string() }),
      { approved: true, issues: [], feedback: reviewWords.approval },
      { approved: false, issues: [reviewWords.objection], feedback: reviewWords.objection },
    ],
    [
      z.object({ approved: z.boolean(), correctedAnswer: z.string() }),
      { approved: true, correctedAnswer: "42" },
      { approved: false, correctedAnswer: "42" },
    ],
  ])("tells right from wrong", async (schema, ofRight, ofWrong) => {
    expect(await data(schema, right)).toEqual(ofRight);
    expect(await data(schema, wrong)).toEqual(ofWrong);
  });

  test("goes by the answer and not by a reference beside it", async () => {
    const schema = z.object({ passed: z.boolean() });
    const withReference = `${sum.prompt}\n<reference>42</reference>\n<output>41</output>`;
    expect(await data(schema, withReference)).toEqual({ passed: false });
  });

  test("of no known answer objects; of an unknown task it approves", async () => {
    const schema = z.object({ approved: z.boolean() });
    expect(await data(schema, `${sum.prompt}\n<answer>a lot</answer>`)).toEqual({ approved: false });
    expect(await data(schema, "Is this poem good? Roses are red.")).toEqual({ approved: true });
  });

  test("is not seen in a question that is answered by yes or no", async () => {
    const even = { prompt: "Is 42 even?", right: "yes", wrong: ["no"] };
    const model = simModel("mine", { answerKey: [even], profiles: { mine: sure } });
    const schema = jsonOf(z.object({ verdict: z.enum(["no", "yes"]) }));
    expect(JSON.parse(textOf(await model.doGenerate(asking(even.prompt, {}, schema))))).toEqual({
      verdict: "yes",
    });
  });
});

describe("a judge", () => {
  const verdict = z.enum(["met", "unmet", "cannot-judge"]);
  const graded = (output: string) => `<task>${sum.prompt}</task>\n<output>${output}</output>`;

  test("finds every criterion once, by the ids of the schema", async () => {
    const schema = z.object({
      verdicts: z.array(
        z.object({ criterion: z.enum(["sum", "tone", "form"]), evidence: z.string(), verdict }),
      ),
      overall: z.string(),
    });
    const { verdicts } = await data(schema, graded("42"));
    expect(verdicts.map((item) => [item.criterion, item.verdict])).toEqual([
      ["sum", "met"],
      ["tone", "met"],
      ["form", "met"],
    ]);
    expect(verdicts[0]!.evidence).toBe(reviewWords.approval);
    const failed = (await data(schema, graded("41"))).verdicts;
    expect(failed.map((item) => item.verdict)).toEqual(["unmet", "unmet", "unmet"]);
  });

  test("finds every criterion once, by the lines of the request, which may quote the answer", async () => {
    const schema = z.array(z.object({ id: z.int(), pass: z.boolean() }));
    const request = `${sum.prompt}\nOutput: 41\nCriteria:\n1. Says 42\n2. The answer is 42.`;
    const wrapped = z.object({ results: schema });
    expect(await data(wrapped, request)).toEqual({
      results: [
        { id: 1, pass: false },
        { id: 2, pass: false },
      ],
    });
  });

  test("finds criteria by name", async () => {
    const finding = z.object({ reason: z.string(), verdict: z.enum(["pass", "fail"]) });
    const schema = z.object({ clarity: finding, sum: finding });
    expect(await data(schema, graded("42"))).toMatchObject({
      clarity: { verdict: "pass" },
      sum: { verdict: "pass" },
    });
    expect(await data(schema, graded("32"))).toMatchObject({
      clarity: { verdict: "fail" },
      sum: { verdict: "fail" },
    });
  });

  test.each<[string, z.ZodType<number>, [number, number], [number, number]]>([
    ["0–1", z.number().min(0).max(1), [0.8, 1], [0, 0.4]],
    ["0–5", z.int().min(0).max(5), [4, 5], [0, 2]],
    ["1–10", z.int().min(1).max(10), [8, 10], [1, 5]],
  ])("gives scores of %s, high when met and low when not", async (_, score, high, low) => {
    const list = z.object({ scores: z.array(z.object({ id: z.enum(["a", "b"]), score })) });
    const one = z.object({ score, why: z.string() });
    const between = (value: number, [from, to]: [number, number]) => value >= from && value <= to;
    for (let ordinal = 0; ordinal < 50; ordinal++) {
      const met = (await data(list, graded("42"), sure, ordinal)).scores.map((item) => item.score);
      const unmet = (await data(list, graded("41"), sure, ordinal)).scores.map((item) => item.score);
      met.push((await data(one, graded("42"), sure, ordinal)).score);
      unmet.push((await data(one, graded("41"), sure, ordinal)).score);
      expect(met.filter((value) => !between(value, high))).toEqual([]);
      expect(unmet.filter((value) => !between(value, low))).toEqual([]);
    }
  });

  test("abstains only where it may", async () => {
    const unsure = { ability: 0, judge: { falsePass: 0, falseFail: 0, cannotJudge: 1 } };
    const may = z.object({ verdicts: z.array(z.object({ id: z.enum(["a"]), verdict })) });
    expect((await data(may, graded("42"), unsure)).verdicts[0]!.verdict).toBe("cannot-judge");
    const mayNot = z.object({ verdicts: z.array(z.object({ id: z.enum(["a"]), met: z.boolean() })) });
    expect((await data(mayNot, graded("42"), unsure)).verdicts[0]!.met).toBe(true);
  });
});

describe("a choice between candidates", () => {
  test.each<[z.ZodType, string, unknown]>([
    [z.object({ best: z.int().min(1) }), "1. 41\n2. 42\n3. 32", { best: 2 }],
    [z.object({ bestIndex: z.int().min(0) }), "[0] 41\n[1] 32\n[2] 42", { bestIndex: 2 }],
    [z.object({ winner: z.enum(["A", "B"]) }), "A: 41\nB: 42", { winner: "B" }],
    [z.object({ choice: z.enum(["41", "42"]) }), "- 41\n- 42", { choice: "42" }],
  ])("is the one that passes review", async (schema, list, expected) => {
    expect(await data(schema, `${sum.prompt}\n${list}`, blind)).toEqual(expected);
  });
});

test("whatever the fields are called, the data passes the schema", async () => {
  const names = fc.constantFrom(
    ...[
      "answer",
      "result",
      "verdict",
      "decision",
      "approved",
      "score",
      "issues",
      "criteria",
      "verdicts",
      "id",
    ],
    ...["task", "steps", "best", "winner", "reason", "needsRevision", "status", "__proto__", "revisedAnswer"],
  );
  const requests = fc.constantFrom(
    sum.prompt,
    `${sum.prompt}\n1. 41\n2. 42\n3. 42`,
    `${sum.prompt}\n<output>41</output>\n1. First\n2. Second`,
    "Nothing that the key knows",
  );
  await fc.assert(
    fc.asyncProperty(zodSchemas(names), requests, fc.nat(), async (schema, request, ordinal) => {
      await data(schema, request, { ability: 0 }, ordinal);
    }),
    { numRuns: 800, seed: 23 },
  );
});
