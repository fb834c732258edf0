import { expect, test } from "vitest";
import { used } from "../../test/support/used.ts";
import type { ImportedCell } from "../imported-run.ts";
import { fromCellLine, toCellLine } from "./run-line.ts";

const id = { subject: "s", task: "t", run: 0 };
const spend = { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
const usage = used(0, 0);
const begun = { ...id, taskHash: "h", worker: "w", startedAt: "2030-01-01T00:00:00.000Z", usage };
const opening = { ...id, payer: "judge" as const, modelId: "m", openedAt: "2030-01-01T00:00:00.000Z" };
const cell: ImportedCell = {
  ...id,
  attempts: [
    {
      attempt: {
        ...begun,
        attempt: 1,
        spend: { ...spend, judge: 1, carried: 1 },
        state: "lost",
        endedAt: "2030-01-01T00:00:01.000Z",
      },
      calls: [{ ...opening, attempt: 1, callId: "a", worstCaseUsd: 1, state: "lost" }],
      artifacts: [],
    },
    {
      attempt: {
        ...begun,
        attempt: 2,
        spend: { ...spend, judge: 0.5 },
        state: "ended",
        endedAt: "2030-01-01T00:00:02.000Z",
        outcome: { kind: "passed", score: 1 },
        evidence: {},
        workingMs: 1,
        waitingMs: 2,
        health: null,
        suspect: false,
        artifacts: [],
      },
      calls: [
        {
          ...opening,
          attempt: 2,
          callId: "b",
          worstCaseUsd: null,
          state: "charged",
          costUsd: 0.5,
          usage,
          details: {},
        },
      ],
      artifacts: [
        { name: "text", mediaType: "text/plain", content: "hé" },
        { name: "bytes", mediaType: "x", content: new Uint8Array([255, 0, 1]) },
      ],
    },
  ],
};

test("a line says everything once, and sums it up", () => {
  const { cell: line } = toCellLine(cell);
  expect(line).toMatchObject({
    ...id,
    running: false,
    spend: { judge: 1.5, carried: 1 },
    outcome: { kind: "passed" },
  });
  expect(line.attempts[1]).not.toHaveProperty("subject");
  expect(line.attempts[1]!.calls[0]).not.toHaveProperty("attempt");
  expect(line.attempts[1]!.artifacts).toEqual([
    { name: "text", mediaType: "text/plain", text: "hé" },
    { name: "bytes", mediaType: "x", base64: "/wAB" },
  ]);
});

test("a cell comes back from its line through JSON", () => {
  expect(fromCellLine(JSON.parse(JSON.stringify(toCellLine(cell))))).toEqual(cell);
});
