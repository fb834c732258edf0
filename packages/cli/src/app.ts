import { type Application, buildApplication, buildCommand, buildRouteMap } from "@stricli/core";
import { appText } from "./app-text.ts";
import { parseCount, parseShare, parseUsd } from "./parse-flags.ts";
import { readVersion } from "./version.ts";
import type { XContext } from "./x-context.ts";

/** Flags of commands whose cells may run on other machines. */
const machineFlags = {
  on: {
    kind: "parsed",
    parse: String,
    optional: true,
    brief: "Give the cells out to the workers at this database, postgres://…, and watch",
  },
  store: {
    kind: "parsed",
    parse: String,
    optional: true,
    brief: "Keep the run in this database, postgres://…; X_STORE says the same for all commands",
  },
  queue: {
    kind: "parsed",
    parse: String,
    optional: true,
    brief: "With --on: where the queue lies, redis://…; in the database when absent",
  },
  needs: {
    kind: "parsed",
    parse: String,
    variadic: ",",
    optional: true,
    brief: "With --on: tags that a worker must offer, with commas between",
  },
} as const;

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

const agents = buildCommand({
  loader: async () => (await import("./commands/agents.ts")).agents,
  parameters: {
    flags: {
      json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON" },
    },
  },
  docs: {
    brief: "Which coding agents can be benchmarked here, and how to get the others",
    fullDescription:
      "Lists the agents that x bench can drive: whether their program is here, its version, the one that it was tried " +
      "with, and the npm line that installs it into a folder of its own. Nothing is installed by this.",
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
      against: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Fail when it is surely worse than this earlier run; last: of the same benchmark",
      },
      gate: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "What fails: margin=0.05,fail-on=doubt,max-cost=0.50,max-time=60,min-coverage=0.9",
      },
      junit: { kind: "parsed", parse: String, optional: true, brief: "Also write JUnit XML to this file" },
      plan: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Say what it would take and could see; spend nothing",
      },
      ...machineFlags,
    },
    aliases: { m: "model" },
  },
  docs: {
    brief: "Compare coordination patterns on the same tasks and model",
    fullDescription:
      "Runs every subject of a benchmark on every task, has the answers judged blindly, and prints one scorecard. " +
      "Exit codes: 0 done, 1 budget exceeded or gate failed, 2 bad arguments or definition, 4 file cannot be loaded, " +
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
        brief:
          "x, claude-code, codex, … (see x agents), <agent>@<model>, acp:<line>, command:<line>, oracle, noop, replay:<run>; may be repeated",
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
      against: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief:
          "Fail when it is surely worse than this earlier run, or file of results; last: of the same suite",
      },
      gate: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "What fails: margin=0.05,fail-on=doubt,max-cost=0.50,max-time=60,min-coverage=0.9",
      },
      junit: { kind: "parsed", parse: String, optional: true, brief: "Also write JUnit XML to this file" },
      ...machineFlags,
    },
    aliases: { m: "model" },
  },
  docs: {
    brief: "Run suites of cases with a coding agent, each in a fresh workspace",
    fullDescription:
      "Runs every case: fresh workspace, agent under its limits, expectations checked on a frozen copy. " +
      "Exit codes: 0 all passed, 1 some failed or under --fail-under, or a gate failed (with --against the gate alone decides), 2 bad suite or arguments, 3 stopped by the " +
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
        brief:
          "x, claude-code, codex, … (see x agents), <agent>@<model>, acp:<line>, command:<line>; x when absent",
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

const runs = buildCommand({
  loader: async () => (await import("./commands/runs.ts")).runs,
  parameters: {
    flags: {
      json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON, with whole ids" },
      limit: { kind: "parsed", parse: parseCount, optional: true, brief: "So many runs; 20 when absent" },
      kind: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Only runs of this kind: bench, compare",
      },
      name: { kind: "parsed", parse: String, optional: true, brief: "Only runs of this suite or benchmark" },
    },
  },
  docs: {
    brief: "List the runs kept in this folder, newest first",
    fullDescription:
      "Lists what .x/x.db of the current folder holds: who ran what, how it scored, what it cost. Of several subjects the " +
      "one that scores most is shown. Exit codes: 0 done, 2 there are no records here.",
  },
});

const worker = buildCommand({
  loader: async () => (await import("./commands/worker.ts")).worker,
  parameters: {
    flags: {
      on: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "The database, postgres://…; X_STORE when absent",
      },
      queue: { kind: "parsed", parse: String, optional: true, brief: "Where queues on Redis lie, redis://…" },
      concurrency: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "Cells at once; 4 when absent",
      },
      tags: {
        kind: "parsed",
        parse: String,
        variadic: ",",
        optional: true,
        brief: "What it offers beside docker, podman and agents that are installed, with commas between: gpu",
      },
      health: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "Answer on this port of the loopback: GET /health",
      },
      once: { kind: "boolean", optional: true, withNegated: false, brief: "End when nothing is left to do" },
    },
  },
  docs: {
    brief: "Take cells of runs that were given out with --on, on any machine",
    fullDescription:
      "Takes cells of the runs at a database, one run at a time, the oldest first. Keys of providers are those of its own " +
      "environment. On SIGTERM or Ctrl-C it takes no more and ends when its cells have; a second one cuts them off, and " +
      "others take them over. Exit codes: 0 ended in order, 2 bad arguments or no database.",
  },
});

const top = buildCommand({
  loader: async () => (await import("./commands/top.ts")).top,
  parameters: {
    flags: {
      on: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "The database, postgres://…; X_STORE when absent",
      },
      json: { kind: "boolean", optional: true, withNegated: false, brief: "Once, as JSON" },
      once: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Once, rather than again and again",
      },
      stop: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Take this run from the workers: they end what they have and leave it",
      },
    },
  },
  docs: {
    brief: "What the workers at a database do: cells, rate, spend, failures, time left",
    fullDescription:
      "Shows the runs that are given out and the workers that take their cells, anew every second, until it is " +
      "interrupted. Exit codes: 0 done, 2 bad arguments, no database, or no such run.",
  },
});

const diff = buildCommand({
  loader: async () => (await import("./commands/diff.ts")).diff,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "Run to start from: an id, its start, last, last~1", placeholder: "a", parse: String },
        { brief: "Run to put beside it", placeholder: "b", parse: String },
      ],
    },
    flags: {
      subject: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Only this subject or agent; given twice, one of a beside one of b",
      },
      margin: {
        kind: "parsed",
        parse: parseShare,
        optional: true,
        brief: "Differences within this do not matter; 0.05 when absent",
      },
      json: { kind: "boolean", optional: true, withNegated: false, brief: "All of it, as JSON" },
    },
  },
  docs: {
    brief: "Put two runs beside each other, task by task",
    fullDescription:
      "Pairs the tasks that both runs have with the same content, and says what changed: score with interval and " +
      "verdict, cost, time, what flipped, and in what the runs themselves differ. Exit codes: 0 done, 2 no such run.",
  },
});

const show = buildCommand({
  loader: async () => (await import("./commands/show.ts")).show,
  parameters: {
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        brief: "A run (id, its start, last, last~1), then a task; or run/subject/task/number",
        placeholder: "run",
        parse: String,
      },
    },
    flags: {
      json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON" },
      full: { kind: "boolean", optional: true, withNegated: false, brief: "Cut nothing short" },
    },
  },
  docs: {
    brief: "Show a run again, or one task of it with all its evidence",
    fullDescription:
      "x show last prints the results of the latest run. x show last add-tests prints what happened there: prompt, " +
      "outcome, expectations or findings with evidence, attempts, cost, output, transcript. Control characters in what " +
      "models wrote are shown, not obeyed. Exit codes: 0 done, 2 no such run or task.",
  },
});

const view = buildCommand({
  loader: async () => (await import("./commands/view.ts")).view,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "A run: its id, the start of it, last, last~1; the list of runs when absent",
          placeholder: "run",
          parse: String,
          optional: true,
        },
      ],
    },
    flags: {
      port: {
        kind: "parsed",
        parse: parseCount,
        optional: true,
        brief: "Port; any that is free when absent",
      },
      open: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Open the page in the browser",
      },
    },
  },
  docs: {
    brief: "Look at runs in a page on this machine",
    fullDescription:
      "Serves a page over the runs of this folder, on loopback, and prints its link, which carries the token that " +
      "opens it. Live while a run goes on. Ends with Ctrl-C. Exit codes: 0 ended, 2 no such run or nothing to serve.",
  },
});

const report = buildCommand({
  loader: async () => (await import("./commands/report.ts")).report,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "A run: its id, the start of it, last, last~1", placeholder: "run", parse: String },
      ],
    },
    flags: {
      html: { kind: "parsed", parse: String, brief: "The file to write" },
      redact: {
        kind: "boolean",
        optional: true,
        withNegated: false,
        brief: "Leave prompts, outputs, patches and transcripts out",
      },
    },
  },
  docs: {
    brief: "Write a run as one HTML file that needs nothing else",
    fullDescription:
      "Writes what x view shows of a run into one file that can be mailed and opened without a server or a network. " +
      "Exit codes: 0 done, 2 no such run or the file cannot be written.",
  },
});

const exportRun = buildCommand({
  loader: async () => (await import("./commands/export.ts")).exportCommand,
  parameters: {
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        brief: "A run: its id, the start of it, last, last~1; with atif also run/subject/task/number",
        placeholder: "run",
        parse: String,
      },
    },
    flags: {
      format: {
        kind: "enum",
        values: ["json", "jsonl", "csv", "junit", "markdown", "atif"],
        brief: "json, jsonl: all of it; csv: a row a cell; junit: for CI; atif: trajectories of agents",
      },
      output: { kind: "parsed", parse: String, optional: true, brief: "Into this file; stdout when absent" },
    },
  },
  docs: {
    brief: "Take a run out in a form that other programs read",
    fullDescription:
      "Writes a run as JSON, JSON Lines, CSV, JUnit XML, Markdown or in the Agent Trajectory Interchange Format, one " +
      "trajectory a line. Exit codes: 0 done, 2 no such run, or the file cannot be written.",
  },
});

const importRun = buildCommand({
  loader: async () => (await import("./commands/import.ts")).importCommand,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ brief: "What x export --format jsonl wrote", placeholder: "run.jsonl", parse: String }],
    },
  },
  docs: {
    brief: "Take in a run that was exported as jsonl",
    fullDescription:
      "Puts an exported run into the records of the current folder, all or nothing, under its own id: to look at it, to " +
      "hold another against it, to repeat it with --agent replay:<run>. Exit codes: 0 it is here, 2 the file cannot be used.",
  },
});

/** Everything `x` can do. Commands load when they are run, so that help and version start fast. */
export function buildApp(): Application<XContext> {
  return buildApplication(
    buildRouteMap({
      routes: {
        agents,
        bench,
        compare,
        worker,
        top,
        diff,
        doctor,
        export: exportRun,
        import: importRun,
        init,
        models,
        report,
        run,
        runs,
        show,
        view,
      },
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
