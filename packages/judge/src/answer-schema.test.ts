import { checkSchema, toJsonSchema } from "@flow-state-dev/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerSchema } from "./answer-schema.ts";

const finding = (criterion: string) => ({ criterion, evidence: "seen", verdict: "met" });

test("gives one entry a criterion, in the order of the rubric", async () => {
  const findings = [{ ...finding("c2"), verdict: "unmet" }, finding("c1")];
  const result = await checkSchema(answerSchema(["one", "two"], "binary"), { findings });
  expect(result).toMatchObject({
    ok: true,
    value: [{ grade: { word: "met" } }, { grade: { word: "unmet" } }],
  });
});

test("any list of known ids passes if, and only if, it has each of them once", async () => {
  const ids = ["c1", "c2", "c3"];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ids, "c4", "c0", ""), { maxLength: 6 }), async (said) => {
      const { ok } = await checkSchema(answerSchema(["one", "two", "three"], "binary"), {
        findings: said.map(finding),
      });
      expect(ok).toBe([...said].sort().join() === ids.join());
    }),
    { numRuns: 500 },
  );
});

test("whatever is answered, checking it does not throw", async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (value) => {
      expect((await checkSchema(answerSchema(["one", "two"], "graded"), value)).ok).toBe(false);
      expect(
        (await checkSchema(answerSchema(["one", "two"], "graded"), { findings: [value, value] })).ok,
      ).toBe(false);
      const assessed = { criterion: value, score: 1, assessment: "fair" };
      await checkSchema(answerSchema(["one", "two"], "graded"), { findings: [assessed, value] });
    }),
  );
});

describe("findings with a score and an assessment, as judges of other versions give them", () => {
  const schema = answerSchema(["one", "two"], "binary");
  const scored = (criterion: string, score: unknown) => ({ criterion, score, assessment: "fair" });

  test("are read as they are", async () => {
    const findings = [scored("two", 0.6), { ...scored("one", 0.8), evidence: "“so”" }];
    expect(await checkSchema(schema, { findings, overallAssessment: "good" })).toEqual({
      ok: true,
      value: [
        { evidence: "“so”", grade: { verdict: "met", score: 0.8 } },
        { evidence: "fair", grade: { verdict: "unmet", score: 0.6 } },
      ],
    });
  });

  test("name their criterion by its text, of several with the same each once, or by its id", async () => {
    const same = answerSchema(["It is short.", "It is right.", "It is short.", "c1"], "binary");
    const said = ["It is right. ", "C4", "It is short.", "It is short."].map((text) => scored(text, 1));
    expect(await checkSchema(same, { findings: said })).toMatchObject({ ok: true, value: { length: 4 } });
    const findings = [...said, scored("It is short.", 1)];
    expect(await checkSchema(same, { findings })).toEqual({
      ok: false,
      issues: [expect.objectContaining({ message: "c1 is judged more than once" })],
    });
  });

  test.each([-0.1, 1.1, Number.NaN, "0.5", null])("a score of %s is none", async (score) => {
    const result = await checkSchema(schema, { findings: [scored("one", score), scored("two", 1)] });
    expect(result).toMatchObject({ ok: false, issues: [{ message: expect.stringMatching(/^c1 has the /) }] });
  });

  test("a score beside the evidence that was asked for, with no assessment, is no verdict", async () => {
    const findings = ["c1", "c2"].map((criterion) => ({ criterion, evidence: "seen", score: 0.5 }));
    expect((await checkSchema(schema, { findings })).ok).toBe(false);
  });
});

test("keeps a thousand characters of evidence", async () => {
  const findings = [{ ...finding("c1"), evidence: "x".repeat(5000) }];
  const result = await checkSchema(answerSchema(["one"], "binary"), { findings });
  expect(result.ok && result.value[0]!.evidence).toBe(`${"x".repeat(1000)}…`);
});

test("the schema that models see is closed and asks for everything", () => {
  expect(toJsonSchema(answerSchema(["one"], "graded"))).toEqual({
    type: "object",
    properties: {
      findings: {
        type: "array",
        items: {
          type: "object",
          properties: {
            criterion: { type: "string", enum: ["c1"] },
            evidence: { type: "string" },
            verdict: {
              type: "string",
              enum: ["unmet", "barely", "partly", "mostly", "nearly", "met", "cannot-judge"],
            },
          },
          required: ["criterion", "evidence", "verdict"],
          additionalProperties: false,
        },
      },
    },
    required: ["findings"],
    additionalProperties: false,
  });
});
