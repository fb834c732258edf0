import { expect, test } from "vitest";
import { type AgentEnd, type AgentReport, noFigures } from "../../agent/agent-report.ts";
import type { ExpectationResult } from "../../expect/evaluate.ts";
import { AgentSetupError, brokenOutcome, isSetupProblem, outcomeOfCase } from "./outcome-of-case.ts";

const error = { name: "E", message: "m" };
const good: ExpectationResult = { kind: "graded", pass: true, evidence: { text: "" } };
const bad: ExpectationResult = { kind: "graded", pass: false, evidence: { text: "" } };
const unscored: ExpectationResult = { kind: "unscored", error };
const broken: ExpectationResult = { kind: "infrastructure", error };
const report = (end: AgentEnd): AgentReport => ({ ...noFigures, ...end });
const done = report({ ended: "done", detail: "" });

test.each<[string, ExpectationResult[], string]>([
  ["all pass", [good, good], "passed"],
  ["one fails", [good, bad], "failed"],
  ["one fails, the judge too", [unscored, bad], "failed"],
  ["only the judge fails", [good, unscored], "unscored"],
  ["the grader fails, whatever else", [bad, broken, unscored], "infrastructure"],
])("%s", (_what, results, kind) => {
  expect(outcomeOfCase(done, results, 1).kind).toBe(kind);
});

test("work that could not be graded is nobody's result, unless the agent filled the disk", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const { error: told } = brokenOutcome(full) as { error: { message: string } };
  expect(told.message).toMatch(/^ENOSPC: .*, write\. The disk is full: free some space there/);
  expect(brokenOutcome(new Error("EACCES"))).toMatchObject({ error: { message: "EACCES" } });
  expect(brokenOutcome(full, new Error("The workspace grew by 12 GB."))).toMatchObject({
    ...{ kind: "errored", error: { message: "The workspace grew by 12 GB." } },
  });
});

test.each<[AgentEnd, string]>([
  [{ ended: "timed-out", detail: "" }, "timed-out"],
  [{ ended: "over-budget", detail: "", account: null }, "over-budget"],
  [{ ended: "crashed", detail: "", error }, "errored"],
  [{ ended: "infrastructure", detail: "", error }, "infrastructure"],
  [{ ended: "cancelled", detail: "" }, "cancelled"],
  [{ ended: "gave-up", why: "refused", detail: "" }, "passed"],
  [{ ended: "turn-limit", detail: "" }, "passed"],
])("an agent that ended as %j: %s, though everything it left is right", (end, kind) => {
  expect(outcomeOfCase(report(end), [good], 1).kind).toBe(kind);
});

test.each<[AgentEnd, string]>([
  [{ ended: "done", detail: "" }, "passed"],
  [{ ended: "gave-up", why: "nothing-to-do", detail: "" }, "failed"],
  [{ ended: "stuck", detail: "" }, "failed"],
  [{ ended: "turn-limit", detail: "" }, "failed"],
])("where nothing else is expected, an agent that ended as %j: %s", (end, kind) => {
  expect(outcomeOfCase(report(end), [good], 1, true).kind).toBe(kind);
});

test("nothing graded is no pass", () => {
  expect(() => outcomeOfCase(done, [], 1)).toThrow("cannot pass");
});

test("a work that could not be graded is the machine's fault", () => {
  expect(brokenOutcome(new Error("no space left"))).toMatchObject({
    kind: "infrastructure",
    error: { message: "no space left" },
  });
});

test("a key that is refused is told from a failure that may pass", () => {
  expect(isSetupProblem({ ...error, status: 401 })).toBe(true);
  expect(isSetupProblem({ ...error, code: "missing-key" })).toBe(true);
  expect(isSetupProblem({ ...error, status: 529 })).toBe(false);
  // No money or no such model: from whom the agent calls, not from what its tools do.
  expect(isSetupProblem({ ...error, status: 402, code: "agent-api" })).toBe(true);
  expect(isSetupProblem({ ...error, status: 404, code: "provider-failing" })).toBe(true);
  expect(isSetupProblem({ ...error, status: 404 })).toBe(false);
  expect(new AgentSetupError({ ...error, status: 402, code: "agent-api" })).toMatchObject({
    ...{ code: "provider-refused", statusCode: 402 },
  });
  expect(new AgentSetupError({ ...error, status: 401 })).toMatchObject({ statusCode: 401, message: "m" });
});
