import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { systemClock } from "../../packages/core/src/clock/clock.ts";
import { acpCli } from "../../packages/suites/src/adapters/acp/acp.ts";
import type { AgentCli } from "../../packages/suites/src/adapters/agent-cli.ts";
import { knownClis } from "../../packages/suites/src/adapters/known-clis.ts";
import type { CliSummary } from "../../packages/suites/src/adapters/output-reader.ts";
import { readJsonLines } from "../../packages/suites/src/adapters/read-json-lines.ts";
import { tellStream } from "../../packages/suites/src/adapters/tell-stream.ts";
import { parseTranscriptLine } from "../../packages/suites/src/transcript/transcript-line.ts";
import { createTranscriptWriter } from "../../packages/suites/src/transcript/write-transcript.ts";
import { type FuzzTarget, holds, isAmount } from "../fuzz-target.ts";
import { hostileJson } from "../inputs/hostile-json.ts";
import { graftedJson } from "../inputs/mutated-text.ts";

const fixtures = join(import.meta.dirname, "../../packages/suites/test/adapters/fixtures");

interface Input {
  lines: string[];
  report: string;
  exitCode: number | null;
  stderr: string;
}

/** What agents print, and what they write into their report files. */
export const agentOutput: readonly FuzzTarget[] = [...knownClis, acpCli("opencode acp", knownClis)].map(
  (cli) => ({
    name: `agent-${cli.name.split(":")[0]}`,
    holds:
      "whatever an agent prints, its figures are amounts or null and its events can be kept and read again",
    share: 0.9,
    open() {
      const inputs = inputsFor(cli.name.split(":")[0]!);
      return { inputs, check: (input: Input) => check(cli, input) };
    },
  }),
);

function inputsFor(folder: string): fc.Arbitrary<Input> {
  const samples = globSync("*.jsonl", { cwd: join(fixtures, folder) }).sort();
  const lines = samples.flatMap((name) => objectsIn(readFileSync(join(fixtures, folder, name), "utf8")));
  // The longest lines hold whole settings, of which a parser reads little.
  const short = lines.filter((line) => JSON.stringify(line).length < 3_000);
  const value = hostileJson(namesIn(short), wordsIn(short));
  const line = fc.oneof(
    { arbitrary: graftedJson(short, value), weight: 4 },
    { arbitrary: fc.constantFrom(...short).map((each) => JSON.stringify(each)), weight: 3 },
    { arbitrary: value, weight: 1 },
    { arbitrary: fc.string({ unit: "binary", maxLength: 20 }), weight: 1 },
  );
  return fc.record({
    lines: fc.array(line, { maxLength: 12 }),
    report: fc.oneof(graftedJson(short, value), value),
    exitCode: fc.constantFrom(0, 1, 130, null),
    stderr: fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom("API Error: 402", "error 429 x", "\u001b[2J"),
    ),
  });
}

function check(cli: AgentCli, { lines, report, exitCode, stderr }: Input): void {
  const kept: string[] = [];
  const header = { agent: cli.name, agentVersion: "1", model: null, startedAt: "2026-01-01T00:00:00.000Z" };
  const writer = createTranscriptWriter({ write: (line) => kept.push(line), header });
  const tell = tellStream(
    (event, turn) => writer.add({ ...event, atMs: 1, turn: turn ?? null }),
    systemClock,
  );
  const reader = cli.read(tell, { price: { input: 3, output: 15 }, prompt: "Do it." });
  const stream = readJsonLines({
    object: (line) => reader.take(line),
    other: () => {},
    tooLong: () => {},
  });
  stream.add(Buffer.from(lines.join("\n")));
  stream.end();
  const facts = parsed(report);
  const isFacts = typeof facts === "object" && facts !== null && !Array.isArray(facts);
  checkSummary(reader.end({ report: isFacts ? (facts as never) : null, exitCode, stderr }));
  writer.close();
  for (const line of kept.slice(1)) {
    const read = parseTranscriptLine(line);
    holds(read.kind === "event", `an event was kept that cannot be read: ${line.slice(0, 300)}`);
  }
}

function checkSummary({ turns, answer, usage, costUsd, trouble, finished }: CliSummary): void {
  holds(typeof finished === "boolean", "neither finished nor not");
  holds(turns === null || (isAmount(turns) && Number.isInteger(turns)), `${turns} turns`);
  holds(answer === null || typeof answer === "string", `the answer is ${typeof answer}`);
  holds(costUsd === null || isAmount(costUsd), `it costs ${costUsd}`);
  for (const [name, tokens] of Object.entries(usage ?? {})) holds(isAmount(tokens), `${name} is ${tokens}`);
  if (trouble === null) return;
  holds(typeof trouble.message === "string", "a trouble without a message");
  holds(trouble.status === null || isAmount(trouble.status), `the status is ${trouble.status}`);
}

function objectsIn(text: string): unknown[] {
  return text
    .split("\n")
    .map(parsed)
    .filter((value) => typeof value === "object" && value !== null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function namesIn(values: readonly unknown[]): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(values);
  return [...names].slice(0, 300);
}

function wordsIn(values: readonly unknown[]): string[] {
  const words = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && value.length < 40) words.add(value);
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  visit(values);
  return [...words].slice(0, 300);
}
