import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Clock,
  formatUsd,
  type Pause,
  systemClock,
  pause as timerPause,
  toErrorRecord,
} from "@flow-state-dev/core";
import { wireNames } from "../gateway/wires/wire-name.ts";
import { markedEnd } from "../text/kept-end.ts";
import { abortEnd } from "./abort-end.ts";
import type { Agent } from "./agent.ts";
import { timeWasUp } from "./agent-clock.ts";
import { AgentExitError } from "./agent-exit-error.ts";
import type { AgentJob } from "./agent-job.ts";
import type { AgentEnd, AgentReport } from "./agent-report.ts";
import { noFigures } from "./agent-report.ts";
import type { ShellExit } from "./agent-shell.ts";
import type { MeteredFigures } from "./job-gateway.ts";
import { lastWords } from "./last-words.ts";
import { linesOf } from "./lines-of.ts";
import { ProgramNotStartedError } from "./program-not-started-error.ts";
import { createReportedBook, type Reported } from "./reported-book.ts";
import { sdkVariables } from "./sdk-variables.ts";
import { startedProgram } from "./started-program.ts";
import { type Tell, tellEvents } from "./tell-events.ts";
import { type TextTail, textTail } from "./text-tail.ts";
import { notRun, type Unstartable, unstartableInCases } from "./unstartable.ts";
import { readUsageFile } from "./usage-file.ts";
import { type Watching, watchSpending } from "./watch-spending.ts";

/** Time as a seam. */
export interface CommandAgentSeams {
  clock?: Clock;
  pause?: Pause;
}

interface CommandFacts extends Required<CommandAgentSeams> {
  line: string;
  look: ReturnType<typeof unstartableInCases>;
}

/** Environment variables of this size and more cannot be given to a program on Linux. */
const longestVariable = 100_000;
const answerBytes = 256 * 1024;
/** As much as is read of a file. */
const gradedBytes = 16 * 1024 * 1024;
const stderrBytes = 8 * 1024;

/**
 * Any program as an agent: a shell line, run in the workspace. The prompt is on stdin, in X_PROMPT (left out when it
 * is longer than a variable can be) and in the file named by X_PROMPT_FILE; X_MODEL names the model, if there is one.
 * A line of JSON in the file named by X_USAGE reports usage, also while it runs. What it writes to stdout is its
 * answer; of more than 256 KiB the end is kept, and the answer begins with how much is not. Expectations look at 16 MiB
 * of it. With a model for the case, the usual variables of the providers' SDKs lead to a gateway that counts instead.
 */
export function createCommandAgent(line: string, seams: CommandAgentSeams = {}): Agent {
  const { clock = systemClock, pause = timerPause } = seams;
  const look = unstartableInCases(line);
  return {
    name: `command:${line}`,
    model: null,
    needsModel: false,
    settings: {},
    wires: wireNames,
    starts: startedProgram(line),
    version: async () => `line-${createHash("sha256").update(line).digest("hex").slice(0, 12)}`,
    async run(job) {
      const tell = tellEvents(job.onEvent, clock);
      try {
        return await runCommand({ line, look, clock, pause }, job, tell);
      } catch (error) {
        const record = toErrorRecord(error);
        tell({ type: "error", error: record });
        return { ...noFigures, ended: "infrastructure", detail: record.message, error: record };
      }
    },
  };
}

async function runCommand(
  { line, look, clock, pause }: CommandFacts,
  job: AgentJob,
  tell: Tell,
): Promise<AgentReport> {
  const { shell, limits } = job;
  const id = randomUUID();
  const usageName = `usage-${id}.json`;
  const promptName = `prompt-${id}.txt`;
  await writeFile(join(shell.scratch.path, promptName), job.prompt, { flag: "wx" });
  const usagePath = join(shell.scratch.path, usageName);
  const ending = new AbortController();
  const answer = textTail(answerBytes);
  const graded = textTail(gradedBytes);
  const stderr = textTail(stderrBytes);
  const out = linesOf((text) => tell({ type: "output", stream: "stdout", text }));
  const err = linesOf((text) => tell({ type: "output", stream: "stderr", text }));
  const env = {
    ...modelVariables(job),
    ...job.env,
    ...promptVariable(job.prompt),
    X_PROMPT_FILE: `${shell.scratch.inside}/${promptName}`,
    X_USAGE: `${shell.scratch.inside}/${usageName}`,
    ...(job.model !== null && { X_MODEL: job.model }),
  };
  const refused = await look(shell, { env, signal: job.signal });
  const startedAt = new Date(clock.now());
  const began = clock.elapsed();
  const modelId = job.model ?? "command";
  const book = createReportedBook(
    job.account,
    { modelId, agent: "command", startedAt },
    { clock, mayBeCounted: job.gateway !== null },
  );
  const watching = watchSpending(usagePath, job, { book, ending, pause });
  let exit: ShellExit;
  try {
    exit = await shell.exec(line, {
      stdin: job.prompt,
      env,
      timeoutMs: limits.timeoutMs,
      signal: AbortSignal.any([job.signal, ending.signal]),
      onOutput(chunk, stream) {
        if (stream === "stdout") graded.add(chunk);
        (stream === "stdout" ? answer : stderr).add(chunk);
        (stream === "stdout" ? out : err).add(chunk);
      },
    });
  } finally {
    await watching.stop();
  }
  out.end();
  err.end();
  const durationMs = Math.round(clock.elapsed() - began);
  const atEnd = await readUsageFile(usagePath);
  const metered = await meteredOf(job);
  if (metered) book.withdraw();
  const reported = metered ? atEnd : await book.all(atEnd);
  const { usage, costUsd } = reported;
  if (usage || costUsd !== null) {
    tell({ type: "usage", model: job.model, usage, costUsd, durationMs });
  }
  const warnings = [tooLong(job.prompt), atEnd.warning, metered ? null : takenBack(atEnd, reported)].filter(
    (each) => each !== null,
  );
  for (const text of warnings) tell({ type: "notice", text });
  const { othersSpent } = watching;
  const wrote = { stdout: (answer.text() ?? "").slice(-stderrBytes), stderr: stderr.text() ?? "" };
  const words = lastWords(wrote.stderr, wrote.stdout);
  const end =
    (refused && notStarted(refused, exit, words)) ??
    endOf(exit, job, { saidUsd: costUsd ?? 0, othersSpent }, metered, words);
  tell({ type: "end", ended: end.ended, detail: end.detail });
  return {
    ...noFigures,
    ...end,
    answer: markedAnswer(answer),
    ...(answer.dropped > 0 && { gradedAnswer: markedAnswer(graded) }),
    ...figuresOf(reported, metered),
    exitCode: exit.kind === "exited" ? exit.exitCode : null,
    warnings,
  };
}

/** The end of what it wrote; what is missing before it is said first. */
function markedAnswer(tail: TextTail): string | null {
  const { dropped } = tail;
  return dropped === 0 ? tail.text() : markedEnd(tail.text() ?? "", dropped);
}

/** What a reader must know of a cost that was told and is not there, or less, at the end; null when it is. */
function takenBack(atEnd: Reported, { costUsd }: Reported): string | null {
  if (costUsd === null || costUsd <= (atEnd.costUsd ?? 0)) return null;
  const now = atEnd.costUsd === null ? "nothing" : formatUsd(atEnd.costUsd);
  return `X_USAGE said ${formatUsd(costUsd)} while it worked and ${now} at the end; what was said once counts.`;
}

/** What went through the gateway; null when nothing did, and the program's own word is all there is. */
async function meteredOf({ gateway }: AgentJob): Promise<MeteredFigures | null> {
  const metered = (await gateway?.figures()) ?? null;
  return metered && (metered.calls > 0 || metered.overBudget || metered.refusal) ? metered : null;
}

function figuresOf(
  { usage, costUsd }: Reported,
  metered: MeteredFigures | null,
): Pick<AgentReport, "turns" | "usage" | "costUsd" | "figuresFrom" | "reported"> {
  const said = usage !== null || costUsd !== null;
  if (!metered) return { turns: null, usage, costUsd, figuresFrom: said ? "reported" : null };
  const { turns } = metered;
  return {
    ...{ turns, usage: metered.usage, costUsd: metered.costUsd, figuresFrom: "metered" },
    ...(said && { reported: { turns: null, usage, costUsd } }),
  };
}

/** Where it finds models, whichever it asks for. */
function modelVariables({ gateway }: AgentJob): Record<string, string> {
  if (!gateway) return {};
  const variables = wireNames.map((wire) => sdkVariables(wire, gateway));
  return Object.assign({}, ...variables, { NO_PROXY: "127.0.0.1,localhost" });
}

/** The end of a line whose program was found to be none that can be started; null when the shell did all the same. */
function notStarted(refused: Unstartable, exit: ShellExit, words: string): AgentEnd | null {
  if (exit.kind !== "exited" || !notRun.has(exit.exitCode)) return null;
  const said = words.replace(/^\S+: (?:line )?\d+: /, "");
  const error = toErrorRecord(new ProgramNotStartedError(refused, said));
  return { ended: "infrastructure", detail: error.message, error };
}

function endOf(
  exit: ShellExit,
  { signal, limits, account }: AgentJob,
  { saidUsd, othersSpent }: { saidUsd: number } & Pick<Watching, "othersSpent">,
  metered: MeteredFigures | null,
  words: string,
): AgentEnd {
  const { budgetUsd } = limits;
  if (exit.kind === "timed-out") return timeWasUp;
  if (exit.kind === "cancelled" && signal.aborted) return abortEnd(signal.reason);
  if (metered?.overBudget) return { ended: "over-budget", ...metered.overBudget };
  // Who has a gateway to count has its word; price lists of their own are no reason to end anybody.
  if (!metered && budgetUsd !== null && saidUsd > budgetUsd) {
    const detail = `It reports ${formatUsd(saidUsd)} of ${formatUsd(budgetUsd)} spent.`;
    return { ended: "over-budget", account: null, detail };
  }
  if (othersSpent && exit.kind === "cancelled") {
    const detail = "The budget of the whole run was spent while it worked.";
    return { ended: "over-budget", account: account.path[0]!, detail };
  }
  if (exit.kind === "cancelled") return abortEnd(undefined);
  if (exit.kind === "exited" && exit.exitCode === 0) return { ended: "done", detail: "" };
  const error = new AgentExitError(exit, words);
  return { ended: "crashed", detail: error.message, error: toErrorRecord(error) };
}

function promptVariable(prompt: string): { X_PROMPT?: string } {
  return tooLong(prompt) === null && !prompt.includes("\0") ? { X_PROMPT: prompt } : {};
}

/** What a program that reads X_PROMPT alone must know of a prompt that is not there; null when it fits. */
function tooLong(prompt: string): string | null {
  const bytes = Buffer.byteLength(prompt);
  if (bytes <= longestVariable) return null;
  return `X_PROMPT was not set: the prompt has ${bytes} bytes, and a variable holds ${longestVariable}. It is on stdin, and in the file named by X_PROMPT_FILE.`;
}
