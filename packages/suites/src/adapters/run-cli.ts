import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@flow-state-dev/core";
import type { AgentJob } from "../agent/agent-job.ts";
import type { ShellExit } from "../agent/agent-shell.ts";
import { lastWords } from "../agent/last-words.ts";
import { linesOf } from "../agent/lines-of.ts";
import type { ModelAccess } from "../agent/model-access.ts";
import type { Tell } from "../agent/tell-events.ts";
import { textTail } from "../agent/text-tail.ts";
import type { WireName } from "../gateway/wires/wire-name.ts";
import { awakeTimeout } from "../process/awake-timeout.ts";
import { shellQuote } from "../text/shell-quote.ts";
import type { AgentCli } from "./agent-cli.ts";
import { launchScript } from "./launch-script.ts";
import type { CliSummary } from "./output-reader.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { readReportFile } from "./read-report-file.ts";
import { requestStop } from "./request-stop.ts";
import { tellStream } from "./tell-stream.ts";

/** What one run of a program needs. */
export interface CliRunFacts {
  cli: AgentCli;
  /** Path of the program inside; null for a line of the user's. */
  program: string | null;
  job: AgentJob;
  access: ModelAccess;
  wire: WireName;
  url: string;
  tell: Tell;
  clock: Clock;
  /** Milliseconds that an agent which was asked to end is given before it is killed. */
  graceMs: number;
}

/** What became of it. */
export interface CliRun {
  exit: ShellExit;
  /** The reason for which it was stopped; `time` when its own time was up. */
  stopped: { by: "nobody" } | { by: "time" } | { by: "signal"; reason: unknown };
  summary: CliSummary;
  /** The last that it wrote besides its events; empty when there is nothing. */
  words: string;
  /** Lines that were longer than can be read. */
  leftOut: number;
}

const stderrBytes = 8 * 1024;

/** Runs the program of an agent in the sandbox of a job, with a home of its own, and reads what it tells. */
export async function runCli(facts: CliRunFacts): Promise<CliRun> {
  const { cli, job, access, tell, clock } = facts;
  const { shell, limits } = job;
  const id = randomUUID();
  const place = (name: string) => `${shell.scratch.inside}/${name}-${id}`;
  const reportName = `report-${id}`;
  const launch = cli.launch({
    ...{ program: facts.program, prompt: job.prompt, model: access.model, wire: facts.wire, url: facts.url },
    ...{ key: access.key, price: access.price, home: place("home"), workspace: shell.workspace },
    ...{ reportFile: place("report"), root: await isRoot(job), turns: limits.turns ?? null },
    budgetUsd: job.gateway ? null : limits.budgetUsd,
  });
  await writeFiles(join(shell.scratch.path, `home-${id}`), launch.files ?? {});
  const script = launchScript({
    ...{ argv: launch.argv, home: place("home"), stopPipe: place("stop"), stopSignal: cli.stopSignal },
  });
  await writeFile(join(shell.scratch.path, `launch-${id}`), script, { flag: "wx" });

  const telling = tellStream(tell, clock);
  const reader = cli.read(telling, { price: access.price, prompt: job.prompt });
  let leftOut = 0;
  let lastPlain = "";
  const out = readJsonLines({
    object: (line) => reader.take(line),
    other(text) {
      tell({ type: "output", stream: "stdout", text: `${text}\n` });
      if (/[\p{L}\p{N}]/u.test(text)) lastPlain = text;
    },
    tooLong: () => {
      leftOut += 1;
    },
  });
  const err = linesOf((text) => tell({ type: "output", stream: "stderr", text }));
  const stderr = textTail(stderrBytes);
  const stopping = stopInTime(facts, join(shell.scratch.path, `stop-${id}`));
  let exit: ShellExit;
  try {
    exit = await shell.exec(`sh ${shellQuote(place("launch"))}`, {
      env: { ...job.env, NO_PROXY: "127.0.0.1,localhost", ...launch.env },
      stdin: launch.stdin ?? "",
      timeoutMs: limits.timeoutMs + 2 * facts.graceMs,
      signal: stopping.kill,
      onOutput(chunk, stream) {
        if (stream === "stdout") return out.add(chunk);
        stderr.add(chunk);
        err.add(chunk);
      },
    });
  } finally {
    stopping.over();
  }
  out.end();
  err.end();
  const summary = reader.end({
    report: await readReportFile(join(shell.scratch.path, reportName)),
    exitCode: exit.kind === "exited" ? exit.exitCode : null,
    stderr: stderr.text() ?? "",
  });
  const words = lastWords(stderr.text() ?? "", lastPlain);
  return { exit, stopped: stopping.stopped(), summary, words, leftOut };
}

async function writeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(home);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text, { flag: "wx" });
  }
}

/** Who commands are inside is for the sandbox to say. */
async function isRoot({ shell, signal }: AgentJob): Promise<boolean> {
  const said = textTail(64);
  await shell.exec("id -u", { timeoutMs: 10_000, signal, onOutput: (chunk) => said.add(chunk) });
  return said.text()?.trim() === "0";
}

/** Asks the agent to end when its time is up or its signal fires, and has it killed some seconds later. */
function stopInTime({ job, graceMs }: CliRunFacts, stopPipe: string) {
  const kill = new AbortController();
  const over = new AbortController();
  let stopped: CliRun["stopped"] = { by: "nobody" };
  const stop = async (why: CliRun["stopped"]) => {
    if (stopped.by !== "nobody" || over.signal.aborted) return;
    stopped = why;
    void requestStop(stopPipe, AbortSignal.any([over.signal, kill.signal]));
    await wait(graceMs, undefined, { signal: over.signal }).catch(() => {});
    kill.abort();
  };
  const bySignal = (): CliRun["stopped"] => ({ by: "signal", reason: job.signal.reason });
  const onAbort = () => void stop(bySignal());
  if (job.signal.aborted) {
    stopped = bySignal();
    kill.abort();
  } else job.signal.addEventListener("abort", onAbort, { once: true });
  const inTime = awakeTimeout(job.limits.timeoutMs, () => void stop({ by: "time" }));
  return {
    kill: kill.signal,
    stopped: () => stopped,
    over() {
      over.abort();
      inTime();
      job.signal.removeEventListener("abort", onAbort);
    },
  };
}
