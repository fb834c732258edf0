import { checkSchema, toJsonSchema } from "@flow-state-dev/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerSchema } from "./answer-schema.ts";

const finding = (criterion: string) => ({ criterion, evidence: "seen", verdict: "met" });

test("gives one entry a criterion, in the order of the rubric", async () => {
  const findings = [{ ...finding("c2"), verdict: "unmet" }, finding("c1")];
  const result = await checkSchema(answerSchema(2, "binary"), { findings });
  expect(result).toMatchObject({
    ok: true,
    value: [{ grade: { word: "met" } }, { grade: { word: "unmet" } }],
  });
});

test("any list of known ids passes if, and only if, it has each of them once", async () => {
  const ids = ["c1", "c2", "c3"];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ids, "c4", "c0", ""), { maxLength: 6 }), async (said) => {
      const { ok } = await checkSchema(answerSchema(3, "binary"), { findings: said.map(finding) });
      expect(ok).toBe([...said].sort().join() === ids.join());
    }),
    { numRuns: 500 },
  );
});

test("whatever is answered, checking it does not throw", async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (value) => {
      expect((await checkSchema(answerSchema(2, "graded"), value)).ok).toBe(false);
      expect((await checkSchema(answerSchema(2, "graded"), { findings: [value, value] })).ok).toBe(false);
    }),
  );
});

test("keeps a thousand characters of evidence", async () => {
  const findings = [{ ...finding("c1"), evidence: "x".repeat(5000) }];
  const result = await checkSchema(answerSchema(1, "binary"), { findings });
  expect(result.ok && result.value[0]!.evidence).toBe(`${"x".repeat(1000)}…`);
});

test("the schema that models see is closed and asks for everything", () => {
  expect(toJsonSchema(answerSchema(1, "graded"))).toEqual({
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
