import { expect, test } from "vitest";
import type { BenchConfig } from "../bench-config.ts";
import { resultsOfRun } from "./results-of-run.ts";

test("notices of the suite are those of the cases that were chosen", () => {
  const cases = ["one", "two", "three"].map((id) => ({ id, tags: [] }));
  const about = { kind: "default-budget", value: 5, cases: ["one", "two"], message: "" } as const;
  const noticesWith = (chosen: typeof cases) =>
    resultsOfRun(
      {
        suite: { name: "s", description: null, cases, notices: [about] },
        ...{ agents: [], sandbox: { sandbox: { name: "host" }, notice: "" }, cases: chosen },
      } as unknown as BenchConfig,
      {
        planned: [],
        kept: [],
        result: { workedMs: 0, warnings: [], spend: { subject: 0, judge: 0, agent: 0 } },
        notices: [],
        simulated: false,
      } as never,
    ).notices;
  expect(noticesWith(cases)).toEqual(["no budget for 2 of 3 cases: each may spend $5.00"]);
  expect(noticesWith(cases.slice(0, 1))).toEqual(["the suite gives no budget: each case may spend $5.00"]);
  expect(noticesWith(cases.slice(2))).toEqual([]);
});
