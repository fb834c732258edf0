import { buildCommand } from "@stricli/core";
import { proposePatterns, proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseBudget, parseCount, parseFile, parseListed, parseText } from "../typed/parse-flags.ts";
import { gateFlags } from "./gate-flags.ts";
import { limitsFlag, machineFlags } from "./machine-flags.ts";
import { modelFlag } from "./model-flag.ts";

/** What `x compare` takes and says. */
export const compare = described(
  buildCommand({
    loader: async () => (await import("../commands/compare.ts")).compare,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          {
            brief: "A module that exports a benchmark, TypeScript or not",
            placeholder: "benchmark.ts",
            parse: parseFile,
          },
        ],
      },
      flags: {
        model: modelFlag("Executor model in place of the definition's"),
        judgeModel: modelFlag("Judge model"),
        runs: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Runs of each subject on each task",
        },
        concurrency: { kind: "parsed", parse: parseCount, optional: true, brief: "Cells at once" },
        category: {
          kind: "parsed",
          placeholder: "name",
          parse: parseText,
          optional: true,
          brief: "Only tasks of this category",
        },
        patterns: {
          kind: "parsed",
          placeholder: "name",
          proposeCompletions: proposePatterns,
          parse: parseListed("name"),
          variadic: ",",
          optional: true,
          brief: "These patterns in place of the definition's, with commas between",
        },
        baselineModel: { ...modelFlag("A further baseline on this model"), variadic: true },
        baseline: {
          kind: "boolean",
          optional: true,
          withNegated: true,
          brief: "The single-generator baseline; --no-baseline leaves it out",
        },
        maxCost: {
          kind: "parsed",
          parse: parseBudget,
          optional: true,
          brief: "The most to spend, in US dollars; with 0 only free models are asked",
        },
        strict: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Hold the worst case of every call back, so that --max-cost is never passed",
        },
        resume: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Go on with the latest run of the same definition",
        },
        regrade: {
          kind: "parsed",
          placeholder: "run",
          proposeCompletions: proposeRuns,
          parse: parseText,
          optional: true,
          brief: "Grade the outputs of this run anew, without running the subjects",
        },
        output: {
          kind: "parsed",
          placeholder: "file",
          parse: parseText,
          optional: true,
          brief: "Also write the scorecard to this file",
        },
        format: {
          kind: "enum",
          placeholder: "form",
          values: ["table", "markdown", "json"],
          optional: true,
          brief: "Form of the scorecard, table when absent; json is also a form of --plan",
        },
        ...gateFlags("JSON report", "benchmark"),
        plan: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Say what it would take and could see; spend nothing",
        },
        limits: limitsFlag,
        ...machineFlags,
      },
      aliases: { m: "model" },
    },
    docs: {
      brief: "Compare coordination patterns on the same tasks and model",
      fullDescription:
        "Runs every subject of a benchmark on every task, has the answers judged blindly, and prints one scorecard. Only the scorecard is on stdout; what the benchmark prints is on stderr. Kill it at any moment: with --resume it goes on. Finished cells are not paid for again; cells that were cut off run again, without the subject where its answer was there already.",
    },
  }),
  {
    examples: [
      ["x compare benchmark.ts --plan", "what it would take, cost and be able to see"],
      ["x compare benchmark.ts --max-cost 2", "run it for at most $2.00"],
      [
        "x compare benchmark.ts --patterns debate,supervisor --runs 5",
        "two patterns of the registry, five runs each",
      ],
      [
        "x compare benchmark.ts -m ollama/llama3.2 --judge-model openai/gpt-5.4-mini",
        "other models than the file's",
      ],
      [
        "x compare benchmark.ts --regrade last --judge-model openai/gpt-5.4",
        "the same answers, another judge: only the judge is paid",
      ],
      ["x compare benchmark.ts --against last", "fail when it got surely worse"],
    ],
    exits: {
      0: "done",
      1: "budget exceeded, no cell has a score, or a gate failed",
      2: "bad arguments or definition; or stopped for its setup, such as a refused key: then go on with --resume",
      4: "the file cannot be loaded",
      10: "something broke; go on with --resume",
      130: "interrupted; go on with --resume",
    },
    groups: { "In CI": ["against", "gate", "junit"], "On other machines": Object.keys(machineFlags) },
  },
);
