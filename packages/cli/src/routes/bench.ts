import { buildCommand } from "@stricli/core";
import { proposeAgents } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseBudget, parseCount, parseFile, parseShare, parseText } from "../typed/parse-flags.ts";
import { caseFlags } from "./case-flags.ts";
import { gateFlags } from "./gate-flags.ts";
import { limitsFlag, machineFlags } from "./machine-flags.ts";
import { modelFlag } from "./model-flag.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

/** What `x bench` takes and says. */
export const bench = described(
  buildCommand({
    loader: async () => (await import("../commands/bench.ts")).bench,
    parameters: {
      positional: {
        kind: "array",
        minimum: 1,
        parameter: {
          brief: "Suite files, JSON with or without comments",
          placeholder: "suite.json",
          parse: parseFile,
        },
      },
      flags: {
        concurrent: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Cases at once; 1 when absent",
        },
        output: {
          kind: "parsed",
          placeholder: "file",
          parse: parseText,
          optional: true,
          brief: "Write the results to this file, as JSON",
        },
        verbose: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Show what agents do, case by case",
        },
        agent: {
          kind: "parsed",
          placeholder: "agent",
          proposeCompletions: proposeAgents,
          parse: parseText,
          variadic: true,
          optional: true,
          brief:
            "x, claude-code, codex, … (see x agents), <agent>@<model>, acp:<line>, command:<line>, oracle, noop, replay:<run>",
        },
        model: modelFlag("Model in place of the suite's"),
        judgeModel: modelFlag("Model for judge: expectations"),
        runs: { kind: "parsed", parse: parseCount, optional: true, brief: "Runs of each case" },
        ...caseFlags,
        budget: {
          kind: "parsed",
          parse: parseBudget,
          optional: true,
          brief: "The most the whole run may spend, in US dollars; with 0 only free models are asked",
        },
        strict: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Hold the worst case of every model call back, so that no budget is ever passed",
        },
        resume: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Go on with the latest run of the same suite and agents",
        },
        sandbox: sandboxFlag("Where agents and tests run"),
        keep: {
          kind: "parsed",
          placeholder: "folder",
          parse: parseText,
          optional: true,
          brief: "Keep workspaces of cases that did not pass in this folder",
        },
        failUnder: {
          kind: "parsed",
          parse: parseShare,
          optional: true,
          brief: "Exit with 0 when at least this share of cases passes, in every run, 0 to 1",
        },
        ...gateFlags("file of results", "suite"),
        plan: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Say what would run, where, and for how much at most; run nothing",
        },
        limits: limitsFlag,
        ...machineFlags,
      },
      aliases: { m: "model" },
    },
    docs: {
      brief: "Run suites of cases with a coding agent, each in a fresh workspace",
      fullDescription:
        "The agent works under its limits; what it left is frozen and the expectations are checked on that. Suites live in bench/ by convention.",
    },
  }),
  {
    examples: [
      ["x bench bench/example-suite.json", "run a suite with its own model"],
      ["x bench bench/example-suite.json --concurrent 4", "four cases at once"],
      ["x bench bench/example-suite.json --output results.json", "save the results"],
      ["x bench bench/example-suite.json --plan", "what would run, and what it may cost"],
      ["x bench bench/example-suite.json --verbose", "show what agents do, case by case"],
      ["x bench suite.json --agent claude-code --agent codex --runs 3", "two agents head to head"],
      ["x bench suite.json --budget 5 --resume", "go on with an unfinished run, for at most $5.00"],
    ],
    exits: {
      0: "all passed, or enough by --fail-under",
      1: "some failed, or a gate did (with --against the gate alone decides)",
      2: "bad suite or arguments; or stopped for its setup, such as a refused key: then go on with --resume",
      3: "stopped by the budget",
      10: "something broke; go on with --resume",
      130: "interrupted; go on with --resume",
    },
    groups: {
      "In CI": ["failUnder", "against", "gate", "junit"],
      "On other machines": Object.keys(machineFlags),
    },
  },
);
