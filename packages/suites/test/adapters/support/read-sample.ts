import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelPrice } from "@flow-state-dev/core";
import type { AgentCli } from "../../../src/adapters/agent-cli.ts";
import type { JsonFacts } from "../../../src/adapters/json-facts.ts";
import type { CliSummary, StreamEvent } from "../../../src/adapters/output-reader.ts";
import { readJsonLines } from "../../../src/adapters/read-json-lines.ts";
import { fixturesFolder } from "./agent-facts.ts";

/** What a reader made of some output. */
export interface ReadOutput {
  /** Every event with its turn. */
  events: [event: StreamEvent, turn: number | null][];
  /** Lines that were no JSON objects. */
  others: string[];
  summary: CliSummary;
}

/** What is known besides the output. */
export interface SampleFacts {
  exitCode?: number | null;
  stderr?: string;
  report?: JsonFacts | null;
  price?: ModelPrice | null;
}

/** The bytes of a sample, by its path among the fixtures. */
export async function sample(path: string): Promise<Buffer> {
  try {
    return await readFile(join(fixturesFolder, `${path}.jsonl`));
  } catch {
    throw new Error(
      `There is no packages/suites/test/adapters/fixtures/${path}.jsonl: see "Adding an agent" in CONTRIBUTING.md.`,
    );
  }
}

/** The prices the samples were made with. */
export const samplePrice: ModelPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

/** Has output read by the reader of an agent, in these pieces. */
export function readOutput(
  cli: AgentCli,
  chunks: readonly Uint8Array[],
  { exitCode = 0, stderr = "", report = null, price = samplePrice }: SampleFacts = {},
): ReadOutput {
  const events: ReadOutput["events"] = [];
  const others: string[] = [];
  const reader = cli.read((event, turn = null) => events.push([event, turn]), {
    price,
    prompt: "Create it.",
  });
  const lines = readJsonLines({
    object: (line) => reader.take(line),
    other: (text) => others.push(text),
    tooLong: () => others.push("too long"),
  });
  for (const chunk of chunks) lines.add(chunk);
  lines.end();
  return { events, others, summary: reader.end({ exitCode, stderr, report }) };
}
