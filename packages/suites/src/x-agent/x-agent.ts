import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type Account,
  applyMiddleware,
  asLanguageModel,
  type Clock,
  FlowError,
  meter,
  type Pause,
  systemClock,
  pause as timerPause,
  toErrorRecord,
} from "@flow-state-dev/core";
import { uncountedWarning } from "@flow-state-dev/records";
import type { Agent } from "../agent/agent.ts";
import { startAgentClock } from "../agent/agent-clock.ts";
import type { AgentJob } from "../agent/agent-job.ts";
import { type AgentEnd, type AgentReport, noFigures } from "../agent/agent-report.ts";
import { type Tell, tellEvents } from "../agent/tell-events.ts";
import { watchStandstill } from "../process/standstill.ts";
import { Conversation } from "./conversation.ts";
import { type LoopResult, runLoop } from "./loop.ts";
import type { CallOptions } from "./model-types.ts";
import { readProjectNotes } from "./project-notes.ts";
import { type Surroundings, systemPrompt, taskMessage } from "./prompt.ts";
import { costsOf, nextCall } from "./spending.ts";
import { type AgentFiles, hostFiles } from "./tools/agent-files.ts";
import { toolDefinitions } from "./tools/toolbox.ts";

/** How the agent works. All of it is kept with the run. */
export interface XAgentOptions {
  /** Default: the model of the job. */
  model?: string;
  /** Model calls when the job sets no limit. Default 100. */
  turns?: number;
  /** Tokens that the model can read. Default 200,000; a model that takes less says so, and then that counts. */
  contextTokens?: number;
  /** How hard the model thinks. Default: as the provider has it. */
  reasoning?: CallOptions["reasoning"];
  /** Tell the model when 80 % of a limit is used. Default true. */
  notices?: boolean;
  /** Ask once for a check when files were changed and no command ran since. Default true. */
  verify?: boolean;
  /** Show AGENTS.md or CLAUDE.md of the project to the model. Default true. */
  projectNotes?: boolean;
  /** How long a tool may go on after it was told to stop, in milliseconds. Default 5,000. */
  graceMs?: number;
  clock?: Clock;
  pause?: Pause;
  random?: () => number;
  /** The files of a workspace. Default: those on this machine. */
  filesOf?: (job: AgentJob) => AgentFiles;
}

/** The built-in agent was given no model. */
export class NoModelError extends FlowError {
  override readonly name = "NoModelError";

  constructor() {
    super("The agent x needs a model: name one with --model, in the suite, or as x@<model>.", {
      code: "no-model",
    });
  }
}

const defaults = { turns: 100, contextTokens: 200_000, notices: true, verify: true, projectNotes: true };

/** The built-in agent: a small loop of its own on any model, whose every tool acts inside the sandbox. */
export function createXAgent(options: XAgentOptions = {}): Agent {
  const { model = null, clock = systemClock } = options;
  return {
    name: model === null ? "x" : `x@${model}`,
    model,
    needsModel: true,
    settings: {
      turns: options.turns ?? defaults.turns,
      contextTokens: options.contextTokens ?? defaults.contextTokens,
      reasoning: options.reasoning ?? "provider-default",
      notices: options.notices ?? defaults.notices,
      verify: options.verify ?? defaults.verify,
      projectNotes: options.projectNotes ?? defaults.projectNotes,
    },
    version: async () => `${packageVersion()}+${fingerprint()}`,
    tooDear({ prompt, budgetUsd, timeoutMs, model: bare, modelId, prices }) {
      const task = { prompt, turns: options.turns ?? defaults.turns, timeoutMs, budgetUsd, notes: null };
      const { tokens } = new Conversation(systemPrompt(nowhere), taskMessage(task));
      const next = nextCall({ leftUsd: budgetUsd }, costsOf(bare, modelId, prices), tokens);
      return next.kind === "go" ? null : next.wantedUsd;
    },
    async run(job) {
      const tell = tellEvents(job.onEvent, clock);
      const { budgetUsd } = job.limits;
      const limit = budgetUsd === null ? {} : { limitUsd: budgetUsd };
      let account: Account | null = null;
      let result: LoopResult;
      try {
        account = job.account.child({ name: "x", payer: "agent", ...limit });
        result = await work(job, options, account, tell);
      } catch (error) {
        const record = toErrorRecord(error);
        const end: AgentEnd = { ended: "infrastructure", detail: record.message, error: record };
        result = { end, turns: account?.calls ?? 0, answer: null, waitedMs: 0, uncounted: 0 };
      }
      const { end } = result;
      if ("error" in end) tell({ type: "error", error: end.error });
      tell({ type: "end", ended: end.ended, detail: end.detail });
      return reportOf(result, account);
    },
  };
}

async function work(
  job: AgentJob,
  options: XAgentOptions,
  account: Account,
  tell: Tell,
): Promise<LoopResult> {
  const { clock = systemClock, pause = timerPause, random = Math.random } = options;
  const { shell, limits, models } = job;
  const modelId = options.model ?? job.model;
  if (modelId === null) throw new NoModelError();
  const fullId = models.resolver.resolveId?.(modelId) ?? modelId;
  const bare = asLanguageModel(models.resolver(modelId, "x"), modelId);
  const booking = meter({
    modelId: fullId,
    account,
    blockName: "x",
    clock,
    ...(models.prices && { prices: models.prices }),
    onWarning: (warning) => tell({ type: "notice", text: String(warning) }),
  });
  const metered = applyMiddleware(bare, booking);
  const model = models.wrap?.(metered, fullId) ?? metered;

  using time = startTime(limits.timeoutMs, clock);
  const { elapsedMs } = time;
  const timeLeftMs = () => limits.timeoutMs - elapsedMs();
  const signal = AbortSignal.any([job.signal, time.signal]);
  const files = options.filesOf?.(job) ?? hostFiles(job.workspace, shell.workspace);
  const mostTurns = limits.turns ?? options.turns ?? defaults.turns;

  const notes = (options.projectNotes ?? defaults.projectNotes) ? await readProjectNotes(files) : null;
  if (notes) tell({ type: "notice", text: `${notes.name} of the project, sha256 ${notes.sha256}` });
  const system = systemPrompt({
    workspace: shell.workspace,
    shell: shell.program,
    platform: `${process.platform} ${process.arch}`,
    isRepository: (await files.facts(".git")).kind !== "missing",
    date: new Date(clock.now()).toISOString().slice(0, 10),
  });
  const { timeoutMs, budgetUsd } = limits;
  const task = taskMessage({ prompt: job.prompt, turns: mostTurns, timeoutMs, budgetUsd, notes });
  tell({ type: "message", role: "system", text: system });
  tell({ type: "message", role: "user", text: task });

  const { caseId, run } = job.attempt;
  return await runLoop(
    new Conversation(system, task),
    {
      mostTurns,
      timeoutMs,
      budgetUsd,
      contextTokens: options.contextTokens ?? defaults.contextTokens,
      notices: options.notices ?? defaults.notices,
      verify: options.verify ?? defaults.verify,
      graceMs: options.graceMs ?? 5_000,
    },
    {
      modelId: fullId,
      ask: {
        model,
        cell: `${caseId}#${run}`,
        reasoning: options.reasoning,
        signal,
        timeLeftMs,
        clock,
        pause,
        random,
      },
      context: { files, shell, env: job.env, signal, timeLeftMs },
      account,
      costOf: costsOf(bare, fullId, models.prices),
      clock,
      tell,
      elapsedMs,
    },
  );
}

/** The time that the job may take. While the harness stands still no model and no tool is heard, so it stands too. */
function startTime(timeoutMs: number, clock: Clock) {
  const startedAt = clock.elapsed();
  const standstill = watchStandstill();
  const agentClock = startAgentClock(Math.ceil(timeoutMs));
  return {
    signal: agentClock.signal,
    elapsedMs: () => clock.elapsed() - startedAt - standstill.ms(),
    [Symbol.dispose]() {
      agentClock[Symbol.dispose]();
      standstill.stop();
    },
  };
}

function reportOf(
  { end, turns, answer, waitedMs, uncounted }: LoopResult,
  account: Account | null,
): AgentReport {
  return {
    ...noFigures,
    ...end,
    turns,
    answer,
    waitedMs,
    warnings: uncountedWarning(uncounted, turns),
    ...(account && {
      usage: account.usage,
      costUsd: account.unpricedCalls > 0 ? null : account.spentUsd,
      figuresFrom: "metered",
    }),
  };
}

function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version?: unknown }).version ?? "0.0.0");
}

/** What is the same in the instructions wherever the agent works. */
const nowhere: Surroundings = { workspace: "", shell: "", platform: "", isRepository: false, date: "" };

/** Changes with the instructions and the tools: two versions of them are two agents. */
function fingerprint(): string {
  return createHash("sha256")
    .update(JSON.stringify([systemPrompt(nowhere), toolDefinitions]))
    .digest("hex")
    .slice(0, 8);
}
