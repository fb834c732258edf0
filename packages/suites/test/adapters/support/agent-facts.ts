import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const tokens = z.int().min(0);

const factsSchema = z.strictObject({
  /** What the reader must make of `ok.jsonl`. Null is what the program does not tell. */
  ok: z.strictObject({
    answer: z.string(),
    /** A text that the input of each tool call has in it. */
    toolInput: z.string(),
    /** Types of the events in their order, without notices and usage. */
    events: z.array(z.enum(["message", "tool-call", "tool-result", "error"])),
    turns: tokens.nullable(),
    usage: z
      .strictObject({
        ...{ inputTokens: tokens, outputTokens: tokens, reasoningTokens: tokens },
        ...{ cacheReadTokens: tokens, cacheWriteTokens: tokens },
      })
      .nullable(),
    costUsd: z.number().min(0).nullable(),
  }),
  /** For a program that writes its figures into a file: the argument before its path, and a sample of it. */
  report: z.strictObject({ argument: z.string(), sample: z.string() }).optional(),
  /** A run whose provider refused: its sample, and how the program left. */
  refused: z.strictObject({ sample: z.string(), exitCode: z.int(), status: z.int().nullable() }),
  /** What the tests with the real program need; null when it is not tried. */
  real: z
    .strictObject({
      model: z.string(),
      /** US dollars: room for two or three calls of a model that loops, also when their worst case is reserved. */
      budget: z.number().positive(),
      /** Seconds within which it has begun to work, on a machine with other things to do. */
      startsWithin: z.number().positive(),
    })
    .nullable(),
});

/** What is known of an agent's samples and of its real program, beside them in `facts.json`. */
export type AgentFacts = z.infer<typeof factsSchema>;

/** Where the samples of all agents are, a folder each. */
export const fixturesFolder = join(import.meta.dirname, "../fixtures");

const how = 'see "Adding an agent" in CONTRIBUTING.md';

/**
 * The facts of the agent with this name. What is missing or wrong is an error of one sentence that names the file.
 * `folder` holds a folder for each agent.
 */
export function agentFacts(name: string, folder = fixturesFolder): AgentFacts {
  const shown = `packages/suites/test/adapters/fixtures/${name}`;
  const need = (file: string) => {
    if (existsSync(join(folder, name, file))) return;
    throw new Error(`The agent ${name} has no ${shown}/${file}: ${how}.`);
  };
  need("facts.json");
  const facts = check(readFileSync(join(folder, name, "facts.json"), "utf8"), shown);
  const { refused, report } = facts;
  for (const sample of ["ok", refused.sample, ...(report ? [report.sample] : [])]) need(`${sample}.jsonl`);
  return facts;
}

function check(text: string, shown: string): AgentFacts {
  const { success, data, error } = factsSchema.safeParse(parsed(text));
  if (success) return data;
  const wrong = error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
  throw new Error(`${shown}/facts.json is not as it must be (${wrong}): ${how}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
