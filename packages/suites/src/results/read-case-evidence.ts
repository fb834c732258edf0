import type { JsonObject } from "@flow-state-dev/records";
import type { CaseEvidence, ExpectationEvidence } from "./case-evidence.ts";

/** More than any count or number of milliseconds that was ever measured: sums of such figures stay numbers. */
const mostOfAnything = 1e15;

/**
 * Evidence as it was kept; empty when an attempt ended before there was any. A run may come from elsewhere: what is not
 * of its kind is left out, or unknown where that can be said.
 */
export function fromCaseEvidence(evidence: JsonObject): Partial<CaseEvidence> {
  const { agent, ended, detail, kept, madeIn, reported, wire } = evidence;
  const found: Partial<CaseEvidence> = {
    ...(isObject(agent) && {
      agent: { name: textOf(agent.name), version: textOf(agent.version), model: textOrNull(agent.model) },
    }),
    ...(typeof ended === "string" && { ended }),
    ...(typeof detail === "string" && { detail }),
    ...(evidence.expectations !== undefined && { expectations: expectationsOf(evidence.expectations) }),
    ...(evidence.turns !== undefined && { turns: amountOf(evidence.turns) }),
    ...(evidence.costUsd !== undefined && { costUsd: amountOf(evidence.costUsd) }),
    ...(evidence.tokens !== undefined && { tokens: tokensOf(evidence.tokens) }),
    ...(isObject(reported) && {
      reported: {
        turns: amountOf(reported.turns),
        tokens: tokensOf(reported.tokens),
        costUsd: amountOf(reported.costUsd),
      },
    }),
    ...(evidence.exitCode !== undefined && { exitCode: amountOf(evidence.exitCode) }),
    ...(evidence.putBack !== undefined && { putBack: textsOf(evidence.putBack) }),
    ...(evidence.warnings !== undefined && { warnings: textsOf(evidence.warnings) }),
    ...(typeof kept === "string" && { kept }),
    ...(Number.isSafeInteger(madeIn) && { madeIn: Number(madeIn) }),
  };
  for (const name of ["agentMs", "setupMs", "gradingMs"] as const) {
    const ms = amountOf(evidence[name]);
    if (ms !== null) found[name] = ms;
  }
  if (!isObject(wire)) return found;
  const [calls, retried, failed] = [wire.calls, wire.retried, wire.failed].map(amountOf);
  if (calls != null) found.wire = { calls, retried: retried ?? 0, failed: failed ?? 0 };
  return found;
}

function expectationsOf(value: unknown): ExpectationEvidence[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map(({ expectation, pass, evidence, output }) => ({
    expectation: textOf(expectation),
    pass: typeof pass === "boolean" ? pass : null,
    evidence: textOf(evidence),
    ...(typeof output === "string" && { output }),
  }));
}

function tokensOf(value: unknown): CaseEvidence["tokens"] {
  if (!isObject(value)) return null;
  const [input, output] = [amountOf(value.input), amountOf(value.output)];
  return input === null || output === null ? null : { input, output };
}

function amountOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= mostOfAnything ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
