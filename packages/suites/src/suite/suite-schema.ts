import { z } from "zod";
import { parseExpectation } from "../expect/parse-expectation.ts";
import {
  checkAgent,
  checkBesidePath,
  checkEnvName,
  checkFilePath,
  checkGlob,
  checkId,
  checkName,
  checkText,
  checkWorkspace,
  type TextProblem,
} from "./suite-checks.ts";
import { suiteBounds } from "./suite-limits.ts";

/** A text with a check of its own, whose findings come out as issues with a hint. */
function text(check: (value: string) => TextProblem) {
  return z.string().superRefine((value, context) => {
    const problem = check(value);
    if (problem)
      context.addIssue({ code: "custom", message: problem.message, params: { hint: problem.hint ?? null } });
  });
}

const shortText = (what: string, most: number) => text((value) => checkName(what, value, most));

const expectation = z.string().superRefine((value, context) => {
  const parsed = parseExpectation(value);
  if (parsed.ok) return;
  const { code, message, hint, nearest } = parsed.problem;
  context.addIssue({ code: "custom", message, params: { hint, nearest, code } });
});

const budget = z.number().min(suiteBounds.budget.least).max(suiteBounds.budget.most);
const timeout = z.number().min(suiteBounds.timeout.least).max(suiteBounds.timeout.most);
const model = shortText("model", suiteBounds.nameLength);

const additions = {
  workspace: text(checkWorkspace)
    .meta({
      description:
        "Files the agent works on: a folder, or a git repository with #ref, relative to the suite file. Default: the project around the current folder",
    })
    .optional(),
  setup: z
    .array(text((value) => checkText("command", value, 100_000)))
    .meta({ description: "Commands run before the agent, not on its clock; those of the suite come first" })
    .optional(),
  files: z
    .record(text(checkFilePath), z.string())
    .meta({ description: "Path in the workspace → text, written before the agent starts" })
    .optional(),
  hidden: text(checkBesidePath)
    .meta({
      description:
        "A folder laid over the workspace only after the agent has ended, relative to the suite file",
    })
    .optional(),
  protect: z
    .array(text(checkGlob))
    .meta({ description: "Globs of files that are put back to their original before grading" })
    .optional(),
  solution: text(checkBesidePath)
    .meta({
      description:
        "The reference: a folder laid over the workspace, a .patch, or a script, relative to the suite file",
    })
    .optional(),
  agent: text(checkAgent)
    .meta({
      description:
        "Agent to run: x, claude-code, codex, … (see x agents), acp:<shell line>, command:<shell line>, oracle, noop, replay:<run>",
    })
    .optional(),
  runs: z
    .int()
    .min(suiteBounds.runs.least)
    .max(suiteBounds.runs.most)
    .meta({ description: "How often each case is run. Default: 1" })
    .optional(),
  tags: z
    .array(shortText("tag", suiteBounds.tagLength))
    .meta({ description: "Words to choose cases by" })
    .optional(),
  env: z
    .array(text(checkEnvName).meta({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }))
    .meta({ description: "Names of environment variables passed through to the agent; never values" })
    .optional(),
  network: z
    .enum(["none", "gateway", "full"])
    .meta({ description: "What the agent may reach: nothing, models only (default), everything" })
    .optional(),
};

const caseSchema = z
  .strictObject({
    id: text(checkId).meta({
      description: "Unique identifier for the case",
      minLength: 1,
      maxLength: suiteBounds.idLength,
      pattern: "^[^/\\\\]+$",
    }),
    prompt: text((value) => checkText("prompt", value, suiteBounds.promptLength)).meta({
      description: "The task to give the agent",
      minLength: 1,
    }),
    expect: z
      .array(expectation)
      .min(1)
      .meta({
        description: "Expectations, all of which must pass, evaluated in order after the agent finishes",
        examples: [
          ["file:src/auth.ts exists", "file:src/auth.ts contains 'export function'", "test:npm test passes"],
        ],
      }),
    budget: budget.meta({ description: "Max spend in USD for this case" }).optional(),
    timeout: timeout.meta({ description: "Max duration in seconds" }).optional(),
    model: model.meta({ description: "Override the suite-level model" }).optional(),
    ...additions,
    family: shortText("family", suiteBounds.tagLength)
      .meta({
        description:
          "What this case shares with others, such as one template: verdicts and intervals count families, not cases. Default: it is one of its own",
      })
      .optional(),
  })
  .meta({ description: "One task for the agent" });

const gateSchema = z
  .strictObject({
    margin: z
      .number()
      .min(0)
      .max(suiteBounds.margin.most)
      .meta({ description: "A drop of the pass rate within this does not matter. Default: 0.05" })
      .optional(),
    failOn: z
      .enum(["regression", "doubt"])
      .meta({
        description:
          "With --against: fail when a drop of more than the margin is shown (default), or already when it cannot be ruled out",
      })
      .optional(),
    maxCost: budget.meta({ description: "The most a run of a case may cost on average, in USD" }).optional(),
    maxTime: timeout
      .meta({ description: "The most a run of a case may take on average, in seconds" })
      .optional(),
    minCoverage: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "The least share of runs that must have a result, 0 to 1" })
      .optional(),
  })
  .meta({ description: "When a run counts as failed, beside its cases; see --against" });

/** The one definition of a suite file: validation, types and JSON Schema come from it. */
export const suiteSchema = z.strictObject({
  $schema: z.string().meta({ description: "JSON Schema of this file, for completion in editors" }).optional(),
  name: shortText("name", suiteBounds.nameLength).meta({
    description: "Suite identifier, used in results output",
    minLength: 1,
  }),
  description: z.string().meta({ description: "Human-readable description" }).optional(),
  model: model.meta({ description: "Model to use for all cases (can be overridden per-case)" }).optional(),
  defaults: z
    .strictObject({
      budget: budget.meta({ description: "Max spend in USD for cases that give none" }).optional(),
      timeout: timeout.meta({ description: "Max duration in seconds for cases that give none" }).optional(),
    })
    .meta({ description: "Default budget and timeout applied to cases that don't specify their own" })
    .optional(),
  ...additions,
  gate: gateSchema.optional(),
  cases: z.array(caseSchema).min(1).meta({ description: "Array of test case objects" }),
});

/** A suite as its file has it. */
export type SuiteFile = z.input<typeof suiteSchema>;
/** A case as the file has it. */
export type SuiteFileCase = SuiteFile["cases"][number];

/** Names of the fields of a suite, of its defaults, of its gate and of a case. */
export const suiteFields = {
  suite: Object.keys(suiteSchema.shape),
  defaults: ["budget", "timeout"],
  gate: Object.keys(gateSchema.shape),
  case: Object.keys(caseSchema.shape),
} as const;
