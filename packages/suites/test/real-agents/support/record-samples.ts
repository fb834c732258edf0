import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentCli } from "../../../src/adapters/agent-cli.ts";
import { createCliAgent } from "../../../src/adapters/create-cli-agent.ts";
import { shellQuote } from "../../../src/text/shell-quote.ts";
import type { AgentFacts } from "../../adapters/support/agent-facts.ts";
import { readOutput, samplePrice } from "../../adapters/support/read-sample.ts";
import { makeJob } from "../../agent/support/make-job.ts";
import { runs, says } from "./behaviours.ts";
import { type Behaviour, startModelServer } from "./model-server.ts";
import { toolResults } from "./tool-calls.ts";

/** What was recorded of a program: files by name, and the facts that its reader makes of them, to be looked over. */
export interface RecordedSamples {
  files: Record<string, string>;
  facts: AgentFacts;
  /** How the adapter says that the first run and the second one ended. */
  ends: [worked: string, refused: string];
}

const hello = "hello from fake model";
const answer = "Done: hello.txt written.";

/** Writes a file by the agent's own shell, then says so; every call has the same bill. */
const works: Behaviour = (request, call) => {
  const isAnthropic = request.wire === "anthropic-messages";
  const first = toolResults(request) === 0;
  return {
    ...(first ? runs(`echo '${hello}' > hello.txt`, request, call) : says(answer, request, call)),
    usage: {
      input: isAnthropic ? 2100 : 1200,
      output: 34,
      cacheRead: 800,
      ...(isAnthropic && { cacheWrite: 100 }),
    },
  };
};

const refuses: Behaviour = () => ({
  ...{ type: "refusal", status: 402, error: "billing_error", message: "fake 402: budget exceeded" },
});

/**
 * Runs the program twice on this machine, as its adapter starts it, against a model server on loopback: once it works,
 * once its provider refuses. Paths of this machine are taken out of what it printed. The program runs without a
 * sandbox, so that the only command it is given is one that writes `hello.txt`.
 */
export async function recordSamples(cli: AgentCli, program: string, model: string): Promise<RecordedSamples> {
  const ok = await record(cli, program, model, works);
  const refused = await record(cli, program, model, refuses);
  const { events, summary } = readOutput(cli, [Buffer.from(ok.output)], {
    ...{ exitCode: ok.exitCode, report: ok.report && JSON.parse(ok.report.text) },
  });
  const types = events.map(([{ type }]) => type).filter((type) => type !== "notice" && type !== "usage");
  const { trouble } = readOutput(cli, [Buffer.from(refused.output)], { exitCode: refused.exitCode }).summary;
  return {
    ends: [ok.end, refused.end],
    files: {
      ...{ "ok.jsonl": ok.output, "api402.jsonl": refused.output },
      ...(ok.report && { "usage-report.jsonl": ok.report.text }),
    },
    facts: {
      ok: {
        ...{
          answer: summary.answer ?? answer,
          toolInput: hello,
          events: types as AgentFacts["ok"]["events"],
        },
        ...{ turns: summary.turns, usage: summary.usage, costUsd: summary.costUsd },
      },
      ...(ok.report && { report: { argument: ok.report.argument, sample: "usage-report" } }),
      refused: { sample: "api402", exitCode: refused.exitCode, status: trouble?.status ?? null },
      real: { model, budget: 0.5, startsWithin: 30 },
    },
  };
}

interface Recorded {
  end: string;
  output: string;
  exitCode: number;
  report: { argument: string; text: string } | null;
}

async function record(cli: AgentCli, program: string, model: string, behave: Behaviour): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), "record-"));
  try {
    await using server = await startModelServer(behave);
    const limits = { budgetUsd: 5, timeoutMs: 120_000 };
    await using made = await makeJob({}, { prompt: "Create hello.txt.", limits });
    const wrapper = join(folder, "program");
    await writeFile(wrapper, wrapperOf(program, folder), { mode: 0o755 });
    const url = server.env.ANTHROPIC_BASE_URL!;
    const urls = { "anthropic-messages": url, "openai-responses": url, "openai-chat": url, gemini: url };
    const access = { urls, key: "dummy-key", model, price: samplePrice };
    const report = await createCliAgent(cli, { access, find: { program: wrapper } }).run(made.job);
    const kept = (name: string) => readFile(join(folder, name), "utf8");
    const output = await kept("output").catch(() => {
      throw new Error(`${program} could not be started: ${report.detail}`);
    });
    const written = (await readdir(made.scratch)).find((name) => name.startsWith("report-"));
    const argv = (await kept("argv")).split("\n");
    const at = argv.findIndex((word) => word.includes("/report-"));
    const plain = (text: string) =>
      text
        .replaceAll(made.workspace, "/workspace")
        .replaceAll(new RegExp(`${made.scratch}/home-[\\da-f-]{36}`, "g"), "/home/agent")
        .replaceAll(made.scratch, "/scratch")
        .replaceAll(url, "http://127.0.0.1:1");
    return {
      end: [report.ended, plain(report.detail)].filter((text) => text !== "").join(": "),
      ...{ output: plain(output), exitCode: Number(await kept("code")) },
      report:
        written && at > 0
          ? { argument: argv[at - 1]!, text: plain(await readFile(join(made.scratch, written), "utf8")) }
          : null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the program as it was started itself, and keeps what it printed. */
function wrapperOf(program: string, folder: string): string {
  const at = (name: string) => shellQuote(join(folder, name));
  return `#!/bin/sh
[ "$1" = --version ] && exec ${shellQuote(program)} "$@"
printf '%s\\n' "$@" > ${at("argv")}
${shellQuote(program)} "$@" > ${at("output")}
code=$?
echo $code > ${at("code")}
cat ${at("output")}
exit $code
`;
}
