import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { checkSuite } from "../../packages/suites/src/suite/check-suite.ts";
import { formatProblem } from "../../packages/suites/src/suite/suite-problem.ts";
import { type FuzzTarget, holds, isPrintable } from "../fuzz-target.ts";
import { hostileJson, hostileObject } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";

const good = {
  name: "s",
  model: "m",
  defaults: { budget: 1, timeout: 2, runs: 2 },
  files: { "a/b": "x" },
  env: ["CI"],
  cases: [
    {
      id: "a",
      prompt: "p",
      expect: ["file:a exists", "test:npm test passes", "not output contains 'x'", "cost <= 0.5"],
      tags: ["t"],
      network: "none",
      solution: "solutions/a",
    },
    { id: "b", prompt: "q", expect: ["diff:only src/**"], budget: 0.5, timeout: 60 },
  ],
};
const names = [
  ...[
    "name",
    "cases",
    "defaults",
    "files",
    "env",
    "id",
    "prompt",
    "expect",
    "budget",
    "timeout",
    "runs",
    "network",
  ],
  ...["tags", "model", "solution", "setup", "workspace", "repo", "ref", "sandbox", "zzz"],
];
const words = ["a", "file:a exists", "../x", "2.00", "none", "cost <= 1", "test:true", "s", "/abs", "HEAD"];

/** The text of a suite file. */
export const suites: FuzzTarget = {
  name: "suites",
  holds:
    "a suite, or problems with a place and a message that can be printed; written and read again it is the same",
  share: 10,
  open: () => ({
    inputs: fc.oneof(
      hostileObject(names, words),
      graftedJson([good], hostileJson(names, words)),
      mutatedText([JSON.stringify(good), JSON.stringify(good, null, 2)]),
      fc.string({ unit: "binary" }),
    ),
    check,
  }),
};

function check(text: string): void {
  const { suite, problems } = checkSuite(text, "s.json");
  for (const problem of problems) {
    const { line, column, message, hint, nearest } = problem;
    holds(line! >= 1 && column! >= 1, `a problem at ${line}:${column}`);
    holds(message !== "" && message.length < 2_000, `a message of ${message.length} characters`);
    for (const said of [message, hint, nearest])
      holds(said === null || isPrintable(said), `cannot be printed: ${JSON.stringify(said)}`);
  }
  for (const problem of problems) {
    const lines = formatProblem(problem);
    holds(isPrintable(lines, true), `cannot be printed: ${JSON.stringify(lines)}`);
  }
  holds(
    (suite === null) === problems.length > 0,
    `${problems.length} problems and ${suite ? "a" : "no"} suite`,
  );
  if (suite === null) return;
  const again = checkSuite(JSON.stringify(suite), "s.json");
  holds(again.suite !== null, `written again it has a problem: ${again.problems[0]?.message}`);
  holds(isDeepStrictEqual(again.suite, suite), "written again it is another");
}
