import { FlowError, nearestName } from "@flow-state-dev/core";
import type { SuiteGate } from "@flow-state-dev/suites";
import { namedValue } from "../typed/named-value.ts";

/** When a run fails a gate. Null: nothing is asked for. */
export interface GatePolicy {
  /** A drop of the score within this does not matter; from 0 on. */
  margin: number;
  /** `regression`: fail when a drop beyond the margin is shown. `doubt`: fail unless it is shown that there is none. */
  failOn: "regression" | "doubt";
  /** US dollars, and seconds, of one run of a task on average. */
  maxCost: number | null;
  maxTime: number | null;
  /** Least share of planned runs that must have a result, 0 to 1. */
  minCoverage: number | null;
  /** Least share of cases that must pass, 0 to 1, as `--fail-under` says. */
  failUnder?: number;
}

/** A `--gate` that makes no sense. */
class GateFlagError extends FlowError {
  override readonly name = "GateFlagError";

  constructor(problem: string) {
    super(
      `--gate ${problem}. Write it like --gate margin=0.05,fail-on=doubt,max-cost=0.50,max-time=60,min-coverage=0.9`,
      { code: "gate-flag" },
    );
  }
}

const defaultMargin = 0.05;
const names = ["margin", "fail-on", "max-cost", "max-time", "min-coverage"] as const;

/** The policy of a gate: what `--gate` says, else what the suite does. Throws a `GateFlagError`. */
export function gatePolicy(
  suite: Partial<SuiteGate>,
  flag: string | undefined,
  margin: number = defaultMargin,
): GatePolicy {
  const said = flag === undefined ? {} : parseGate(flag);
  return {
    margin: said.margin ?? suite.margin ?? margin,
    failOn: said.failOn ?? suite.failOn ?? "regression",
    maxCost: said.maxCost ?? suite.maxCost ?? null,
    maxTime: said.maxTime ?? suite.maxTime ?? null,
    minCoverage: said.minCoverage ?? suite.minCoverage ?? null,
  };
}

function parseGate(text: string): Partial<GatePolicy> {
  const policy: Partial<GatePolicy> = {};
  for (const part of text.split(",")) {
    const { name, value } = namedValue(part);
    if (part.trim() === "") throw new GateFlagError("lacks a rule before or after a comma");
    switch (name) {
      case "margin":
        policy.margin = numberOf(name, value, 0, 0.5);
        break;
      case "fail-on":
        if (value !== "regression" && value !== "doubt")
          throw new GateFlagError(`has fail-on=${value}, which is neither regression nor doubt`);
        policy.failOn = value;
        break;
      case "max-cost":
        policy.maxCost = numberOf(name, value.replace(/^\$/, ""), 0, Number.MAX_VALUE);
        break;
      case "max-time":
        policy.maxTime = numberOf(name, value.replace(/\s*s$/, ""), 0, Number.MAX_VALUE);
        break;
      case "min-coverage":
        policy.minCoverage = numberOf(name, value, 0, 1);
        break;
      default: {
        const near = nearestName(name, names);
        throw new GateFlagError(`does not know "${name}"${near ? `, perhaps ${near} was meant` : ""}`);
      }
    }
  }
  return policy;
}

function numberOf(name: string, value: string, least: number, most: number): number {
  const number = value === "" ? Number.NaN : Number(value);
  if (number >= least && number <= most) return number;
  const range = most > 1e6 ? "a number above 0" : `a number from ${least} to ${most}`;
  throw new GateFlagError(`has ${name}=${value}, which is not ${range}`);
}
