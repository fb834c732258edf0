import { randomUUID } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { type Clock, noUsage, systemClock, toErrorRecord } from "@flow-state-dev/core";
import type { Solution } from "../suite/suite.ts";
import { shellQuote } from "../text/shell-quote.ts";
import { abortEnd, endedFromOutside } from "./abort-end.ts";
import type { Agent } from "./agent.ts";
import { AgentExitError } from "./agent-exit-error.ts";
import type { AgentJob } from "./agent-job.ts";
import { type AgentEnd, type AgentReport, noFigures } from "./agent-report.ts";
import { applyPatch } from "./apply-patch.ts";
import { lastWords } from "./last-words.ts";
import { layOver } from "./lay-over.ts";
import { linesOf } from "./lines-of.ts";
import { type Tell, tellEvents } from "./tell-events.ts";
import { textTail } from "./text-tail.ts";

/**
 * Applies the solution of the case: a folder laid over the workspace, a patch, or a script run in it, which finds the
 * folder of the suite nowhere but in what the case gives it. What a script writes to stdout is the final answer.
 * Without a solution it gives up.
 */
export function createOracleAgent({ clock = systemClock }: { clock?: Clock } = {}): Agent {
  return {
    name: "oracle",
    model: null,
    needsModel: false,
    settings: {},
    version: async () => "1",
    async run(job): Promise<AgentReport> {
      const tell = tellEvents(job.onEvent, clock);
      const end = await apply(job, tell);
      if ("error" in end) tell({ type: "error", error: end.error });
      tell({ type: "end", ended: end.ended, detail: end.detail });
      return { ...noFigures, ...end, turns: 0, usage: noUsage, costUsd: 0 };
    },
  };
}

type Applied = AgentEnd & { answer?: string | null };

async function apply(job: AgentJob, tell: Tell): Promise<Applied> {
  const { solution } = job;
  if (!solution) return { ended: "gave-up", why: "nothing-to-do", detail: "The case has no solution." };
  tell({ type: "notice", text: `applying the ${solution.kind} ${solution.path}` });
  try {
    if (solution.kind === "folder") {
      await layOver(solution.absolute, job.workspace);
      return { ended: "done", detail: "" };
    }
    return solution.kind === "patch" ? await patch(job, solution) : await script(job, solution, tell);
  } catch (error) {
    const record = toErrorRecord(error);
    return { ended: "infrastructure", detail: record.message, error: record };
  }
}

async function patch({ shell, limits, signal }: AgentJob, solution: Solution): Promise<AgentEnd> {
  const result = await applyPatch(shell, await readFile(solution.absolute, "utf8"), {
    what: solution.path,
    timeoutMs: limits.timeoutMs,
    signal,
  });
  if (result.ok) return { ended: "done", detail: "" };
  const ended = endedFromOutside(result.exit, signal);
  return ended ?? { ended: "crashed", detail: result.error.message, error: toErrorRecord(result.error) };
}

const writtenBytes = 8 * 1024;
const answerBytes = 256 * 1024;

async function script(job: AgentJob, solution: Solution, tell: Tell): Promise<Applied> {
  const { shell, limits, signal } = job;
  const name = `${randomUUID()}-${basename(solution.absolute)}`;
  await copyFile(solution.absolute, join(shell.scratch.path, name));
  const out = linesOf((text) => tell({ type: "output", stream: "stdout", text }));
  const written = textTail(writtenBytes);
  const answer = textTail(answerBytes);
  const exit = await shell.exec(`${await interpreterOf(solution.absolute)} "$X_SCRIPT"`, {
    env: { ...job.env, X_SCRIPT: `${shell.scratch.inside}/${name}` },
    timeoutMs: limits.timeoutMs,
    signal,
    onOutput(chunk, stream) {
      if (stream === "stdout") answer.add(chunk);
      written.add(chunk);
      out.add(chunk);
    },
  });
  out.end();
  if (exit.kind === "exited" && exit.exitCode === 0)
    return { ended: "done", detail: "", answer: answer.text() };
  const ended = endedFromOutside(exit, signal);
  if (ended || exit.kind === "timed-out" || exit.kind === "cancelled") return ended ?? abortEnd(undefined);
  const error = new AgentExitError(exit, lastWords(written.text() ?? ""));
  return { ended: "crashed", detail: error.message, error: toErrorRecord(error) };
}

const interpreters: Record<string, string> = {
  ".js": "node",
  ".mjs": "node",
  ".cjs": "node",
  ".ts": "node",
  ".mts": "node",
  ".py": "python3",
  ".bash": "bash",
};

/**
 * By the ending of its name, else as its first line says, with one argument at most as the system has it; else a shell.
 */
async function interpreterOf(path: string): Promise<string> {
  const byEnding = interpreters[extname(path)];
  if (byEnding !== undefined) return byEnding;
  const [, program, argument] = /^#![ \t]*(\S+)[ \t]*(.*)/.exec(await readFile(path, "utf8")) ?? [];
  if (program === undefined) return "sh";
  return [program, argument!.trim()]
    .filter((word) => word !== "")
    .map(shellQuote)
    .join(" ");
}
