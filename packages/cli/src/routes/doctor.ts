import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";
import { parseCount, parseFile, parseMost } from "../typed/parse-flags.ts";
import { caseFlags } from "./case-flags.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

/** What `x doctor` takes and says. */
export const doctor = described(
  buildCommand({
    loader: async () => (await import("../commands/doctor.ts")).doctor,
    parameters: {
      positional: {
        kind: "array",
        parameter: {
          brief: "Suite files, JSON with or without comments; the machine itself when absent",
          placeholder: "suite.json",
          parse: parseFile,
        },
      },
      flags: {
        json: { kind: "boolean", optional: true, withNegated: false, brief: "Without a suite: as JSON" },
        runs: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Tries of each solution; 5 when absent",
        },
        parts: {
          kind: "parsed",
          parse: parseMost,
          optional: true,
          brief: "Parts of each solution that are left out, one at a time; 5 when absent",
        },
        concurrent: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Checks at once; 1 when absent",
        },
        ...caseFlags,
        sandbox: sandboxFlag("Where solutions and tests run"),
      },
    },
    docs: {
      brief: "Check this machine, or prove suites before money is spent on them",
      fullDescription:
        "Without a suite it looks at the machine: Node, git, sandboxes, keys (by name only), agents, the store; and says what to install. With suites it proves each case without a model: doing nothing must fail it, its solution must pass it every time, grading the same twice must agree; then it leaves out parts of the solution, and names those that nothing checks. It writes a receipt beside the suite. Nothing is spent.",
    },
  }),
  {
    examples: [
      ["x doctor", "what this machine has, lacks, and what to install"],
      ["x doctor --json", "the same for programs"],
      ["x doctor bench/example-suite.json", "prove a suite before money is spent on it"],
      ["x doctor bench/example-suite.json --runs 20 --case add-tests", "look for flakiness in one case"],
    ],
    exits: {
      0: "fine",
      1: "something needed is missing, or a suite has problems",
      2: "bad suite or arguments",
      130: "interrupted",
    },
  },
);
