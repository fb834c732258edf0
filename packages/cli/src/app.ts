import { type Application, buildApplication, buildCommand, buildRouteMap } from "@stricli/core";
import { appText } from "./app-text.ts";
import { parseCount, parseShare, parseUsd } from "./parse-flags.ts";
import { readVersion } from "./version.ts";
import type { XContext } from "./x-context.ts";

const models = buildCommand({
  loader: async () => (await import("./commands/models.ts")).models,
  parameters: {
    positional: {
      kind: "array",
      parameter: { brief: "Model ids to look up, e.g. claude-opus-4-6", placeholder: "id", parse: String },
    },
  },
  docs: {
    brief: "Which models can be used here, by what key, at what price",
    fullDescription:
      "Lists the providers and whether their key is set. With model ids: what each stands for, what is missing " +
      "to use it, and what it costs. Nothing is called and nothing is spent.",
  },
});

const compare = buildCommand({
  loader: async () => (await import("./commands/compare.ts")).compare,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "A module that exports a benchmark, TypeScript or not",
          placeholder: "benchmark.ts",
          parse: String,
        },
      ],
    },
    flags: {
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Executor model in place of the definition's",
      },
      judgeModel: { kind: "parsed", parse: String, optional: true, brief: "Judge model" },
      runs: { kind: "parsed", parse: parseCount, optional: true, brief: "Runs of each subject on each task" },
      concurrency: { kind: "parsed", parse: parseCount, optional: true, brief: "Cells at once" },
      category: { kind: "parsed", parse: String, optional: true, brief: "Only tasks of this category" },
      patterns: {
        kind: "parsed",
        parse: String,
        variadic: ",",
        optional: true,
        brief: "These patterns in place of the definition's, with commas between",
      },
      baselineModel: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "A further baseline on this model; may be repeated",
      },
      baseline: {
        kind: "boolean",
        optional: true,
        withNegated: true,
        brief: "The single-generator baseline; --no-baseline leaves it out",
      },
      maxCost: { kind: "parsed", parse: parseUsd, optional: true, brief: "The most to spend, in US dollars" },
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
        brief: "Go on with the unfinished run of the same definition",
      },
      output: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Also write the scorecard to this file",
      },
      format: {
        kind: "enum",
        values: ["table", "markdown", "json"],
        optional: true,
        brief: "Form of the scorecard; table when absent",
      },
      plan: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Say what it would take and could see; spend nothing",
      },
    },
    aliases: { m: "model" },
  },
  docs: {
    brief: "Compare coordination patterns on the same tasks and model",
    fullDescription:
      "Runs every subject of a benchmark on every task, has the answers judged blindly, and prints one scorecard. " +
      "Exit codes: 0 done, 1 budget exceeded, 2 bad arguments or definition, 4 file cannot be loaded, " +
      "130 interrupted (go on with --resume).",
  },
});

const bench = buildCommand({
  loader: async () => (await import("./commands/bench.ts")).bench,
  parameters: {
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        brief: "Suite files, JSON with or without comments",
        placeholder: "suite.json",
        parse: String,
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
        parse: String,
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
        parse: String,
        variadic: true,
        optional: true,
        brief: "x, x@<model>, command:<shell line>, oracle, noop, replay:<run>; may be repeated",
      },
      model: { kind: "parsed", parse: String, optional: true, brief: "Model in place of the suite's" },
      judgeModel: { kind: "parsed", parse: String, optional: true, brief: "Model for judge: expectations" },
      runs: { kind: "parsed", parse: parseCount, optional: true, brief: "Runs of each case" },
      case: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Only cases of this id or glob",
      },
      tag: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Only cases with this tag",
      },
      budget: {
        kind: "parsed",
        parse: parseUsd,
        optional: true,
        brief: "The most the whole run may spend, in US dollars",
      },
      resume: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Go on with the unfinished run of the same suite and agents",
      },
      sandbox: {
        kind: "enum",
        values: ["auto", "bubblewrap", "unshare", "docker", "podman", "host"],
        optional: true,
        brief: "Where agents and tests run; the strongest there is when absent",
      },
      keep: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Keep workspaces of cases that did not pass in this folder",
      },
      failUnder: {
        kind: "parsed",
        parse: parseShare,
        optional: true,
        brief: "Exit with 0 when at least this share passes, 0 to 1",
      },
    },
    aliases: { m: "model" },
  },
  docs: {
    brief: "Run suites of cases with a coding agent, each in a fresh workspace",
    fullDescription:
      "Runs every case: fresh workspace, agent under its limits, expectations checked on a frozen copy. " +
      "Exit codes: 0 all passed, 1 some failed or under --fail-under, 2 bad suite or arguments, 3 stopped by the " +
      "budget, 130 interrupted (go on with --resume).",
  },
});

const doctor = buildCommand({
  loader: async () => (await import("./commands/doctor.ts")).doctor,
  parameters: {
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        brief: "Suite files, JSON with or without comments",
        placeholder: "suite.json",
        parse: String,
      },
    },
    flags: {
      runs: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "Tries of each solution; 5 when absent",
      },
      concurrent: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "Checks at once; 1 when absent",
      },
      case: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Only cases of this id or glob",
      },
      tag: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Only cases with this tag",
      },
      sandbox: {
        kind: "enum",
        values: ["auto", "bubblewrap", "unshare", "docker", "podman", "host"],
        optional: true,
        brief: "Where solutions and tests run; the strongest there is when absent",
      },
    },
  },
  docs: {
    brief: "Prove suites before money is spent on them",
    fullDescription:
      "Checks every case without a model: doing nothing must fail it, its solution must pass it every time, grading " +
      "the same twice must agree. Says set-up time and cost, and writes a receipt beside the suite. Nothing is spent. " +
      "Exit codes: 0 fine, 1 problems found, 2 bad suite or arguments, 130 interrupted.",
  },
});

const init = buildCommand({
  loader: async () => (await import("./commands/init.ts")).init,
  parameters: {},
  docs: {
    brief: "Write an example suite and a benchmark that run as they are",
    fullDescription:
      "Writes bench/example-suite.json with what it needs, and benchmark.ts, into the current folder. Files that are " +
      "there stay as they are. Exit codes: 0 done, 2 a file cannot be written.",
  },
});

const run = buildCommand({
  loader: async () => (await import("./commands/run.ts")).run,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ brief: "What the agent is to do, in quotes", placeholder: "prompt", parse: String }],
    },
    flags: {
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Model of the agent; claude-opus-4-6 when absent",
      },
      agent: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "x, x@<model>, command:<shell line>, replay:<run>; x when absent",
      },
      budget: {
        kind: "parsed",
        parse: parseUsd,
        optional: true,
        brief: "The most it may spend, in US dollars; 5 when absent",
      },
      timeout: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "The most it may take, in seconds; 600 when absent",
      },
      apply: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Apply the patch to the folder when the agent is done",
      },
      sandbox: {
        kind: "enum",
        values: ["auto", "bubblewrap", "unshare", "docker", "podman", "host"],
        optional: true,
        brief: "Where the agent works; the strongest there is when absent",
      },
    },
    aliases: { m: "model" },
  },
  docs: {
    brief: "Let an agent work on a copy of this project, and show its patch",
    fullDescription:
      "Runs an agent on a copy of the project around the current folder. The folder itself stays as it is, unless " +
      "--apply is given and it did not change meanwhile. Exit codes: 0 done, 1 the agent failed or its patch does not " +
      "apply, 2 bad arguments, 130 interrupted.",
  },
});

/** Everything `x` can do. Commands load when they are run, so that help and version start fast. */
export function buildApp(): Application<XContext> {
  return buildApplication(
    buildRouteMap({
      routes: { bench, compare, doctor, init, models, run },
      docs: { brief: "Benchmarks for coordination patterns and coding agents" },
    }),
    {
      name: "x",
      versionInfo: { currentVersion: readVersion() },
      scanner: { caseStyle: "allow-kebab-for-camel" },
      documentation: { disableAnsiColor: true },
      localization: { text: appText },
    },
  );
}
