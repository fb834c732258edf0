import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, hasScore, scoresBetween } from "./cell-columns.ts";
import { gradeCell } from "./graded-cell.ts";
import { syntheticResult } from "./synthetic-result.ts";

const placeCount = 5;
const outcome = fc.constantFrom(undefined, "passed", "unscored", "errored", "cancelled");
const cell = fc.record({
  place: fc.nat(placeCount - 1),
  run: fc.nat(3),
  score: fc.constantFrom(0, 0.25, 1, Number.NaN),
  costUsd: fc.constantFrom(0, 0.1, 3, -1, Number.NaN),
  latencyMs: fc.constantFrom(0, 12.5, Number.NaN),
  outcome,
  extra: fc.constantFrom({}, { suspect: true }, { lostCalls: 0 }, { codeScores: {} }, { unknownCalls: 2 }),
});

test("cells lie by place, then by repetition, then as given, and say what reading each of them says", () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
      const results = cells.map(({ place: _, outcome: said, extra, ...fields }) =>
        syntheticResult({ ...fields, ...(said && { outcome: said }), ...extra }),
      );
      const columns = columnsOf(
        results,
        Uint32Array.from(cells, ({ place }) => place),
        placeCount,
      );

      const order = cells
        .map((_, at) => at)
        .sort((a, b) => cells[a]!.place - cells[b]!.place || cells[a]!.run - cells[b]!.run);
      expect(columns.results).toEqual(order.map((at) => results[at]));
      columns.results.forEach((result, at) => expect(result).toBe(results[order[at]!]));
      for (let place = 0; place < placeCount; place++) {
        const expected = order.filter((at) => cells[at]!.place === place);
        const [start, end] = [columns.starts[place]!, columns.starts[place + 1]!];
        expect(columns.results.slice(start, end)).toEqual(expected.map((at) => results[at]));
        const scores = expected.flatMap((at) => gradeCell(results[at]!).score ?? []);
        expect(scoresBetween(columns, start, end)).toEqual(scores);
      }
      columns.results.forEach((result, at) => {
        const { kind, score, subjectUsd, judgeUsd, unknownCalls } = gradeCell(result);
        expect(columns.kinds[at]).toBe(kind);
        expect(hasScore(columns.scores[at]!)).toBe(score !== null);
        expect([columns.runs[at], columns.latencyMs[at]]).toEqual([result.run, result.latencyMs]);
        expect([columns.subjectUsd[at], columns.judgeUsd[at]]).toEqual([subjectUsd, judgeUsd]);
        expect(columns.unknownCalls[at]).toBe(unknownCalls);
        expect(columns.costNano[at]).toBe(Number.isNaN(result.costUsd) ? 0 : result.costUsd * 1e9);
        const { suspect, lostCalls, codeScores } = result;
        expect(columns.more[at]).toBe(suspect || lostCalls !== undefined || codeScores !== undefined ? 1 : 0);
      });
    }),
  );
});

test("tokens are among what a result tells more", () => {
  const usage = {
    ...{ inputTokens: 1, outputTokens: 0, cacheReadTokens: 0 },
    ...{ cacheWriteTokens: 0, reasoningTokens: 0 },
  };
  const results = [syntheticResult(), syntheticResult({ usage })];
  expect([...columnsOf(results, new Uint32Array(2), 1).more]).toEqual([0, 1]);
});
