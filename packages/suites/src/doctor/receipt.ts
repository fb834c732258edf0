import type { SandboxChoice } from "../sandbox/choose-sandbox.ts";
import type { ProblemCode } from "./doctor-problem.ts";
import type { CaseExamination, Check, SuiteExamination } from "./examination.ts";
import {
  flickersOf,
  gradingFlickers,
  holdsAlready,
  passesWithout,
  type Verdict,
  verdictOf,
} from "./verdict.ts";

/** What was found about one case, as it is kept. */
export interface CaseReceipt {
  id: string;
  /** Of the content of the case. */
  hash: string;
  problems: ProblemCode[];
  setupSeconds: number | null;
  /** Expectations that hold before anybody has done anything. */
  holdsAlready: string[];
  untouched: Verdict | null;
  gradingAgrees: boolean;
  noop: Verdict | null;
  /** Null: nothing shows that the case can be passed. */
  solution: { digest: string; passed: number; of: number; flickers: string[] } | null;
  /** Of how many parts it was tried whether the case passes without them, and those without which it does. */
  nearMisses: { tried: number; passesWithout: string[] };
}

/** What a suite was proven by: kept beside it, the same on every machine but for dates, versions and times. */
export interface SuiteReceipt {
  /** Version of this form. */
  receipt: 1;
  suite: string;
  /** Of the content of the whole suite. */
  hash: string;
  ok: boolean;
  /** ISO time. */
  date: string;
  versions: Record<string, string>;
  sandbox: { name: string; version: string | null };
  /** How often each solution was tried. */
  solutionRuns: number;
  cases: CaseReceipt[];
}

/** What a receipt says about where and when. */
export interface ReceiptFacts {
  date: Date;
  /** Of the programs that had a part in it. */
  versions: Readonly<Record<string, string>>;
  sandbox: Pick<SandboxChoice, "sandbox" | "version">;
}

/** The receipt of an examination; null when it was of a part of the suite or was interrupted, so proves nothing. */
export function receiptOf(examination: SuiteExamination, facts: ReceiptFacts): SuiteReceipt | null {
  const { suite, hash, ok, solutionRuns, interrupted } = examination;
  if (hash === null || interrupted) return null;
  const versions = Object.entries(facts.versions).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...{ receipt: 1, suite, hash, ok, date: facts.date.toISOString() },
    versions: Object.fromEntries(versions),
    sandbox: { name: facts.sandbox.sandbox.name, version: facts.sandbox.version },
    solutionRuns,
    cases: examination.cases.map((it) => caseReceipt(it, examination)),
  };
}

/** Neither evidence nor error texts are kept: they may hold paths of the machine. */
function caseReceipt(it: CaseExamination, { problems }: SuiteExamination): CaseReceipt {
  const { id, hash, setupMs, untouched, noop, solution, nearMisses } = it;
  const verdict = (check: Check | null | undefined) => (check ? verdictOf(check) : null);
  return {
    ...{ id, hash },
    problems: problems.filter(({ caseId }) => caseId === id).map(({ code }) => code),
    setupSeconds: setupMs === null ? null : Math.round(setupMs / 100) / 10,
    holdsAlready: holdsAlready(it),
    untouched: verdict(untouched[0]),
    gradingAgrees: gradingFlickers(it).length === 0,
    noop: verdict(noop),
    solution: solution && {
      digest: solution.digest,
      passed: solution.checks.filter((check) => verdictOf(check) === "passes").length,
      of: solution.checks.length,
      flickers: flickersOf(solution.checks).map(({ expectation }) => expectation),
    },
    nearMisses: {
      tried: nearMisses.filter(({ check }) => verdictOf(check) !== "broken").length,
      passesWithout: passesWithout(it),
    },
  };
}
