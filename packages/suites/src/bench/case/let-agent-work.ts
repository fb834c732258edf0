import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Redactor, uncountedWarning } from "@flow-state-dev/records";
import type { CellContext } from "@flow-state-dev/sweep";
import { startAgentClock, timeWasUp } from "../../agent/agent-clock.ts";
import type { AgentJob } from "../../agent/agent-job.ts";
import type { AgentReport } from "../../agent/agent-report.ts";
import type { MeteredFigures } from "../../agent/job-gateway.ts";
import { openSandboxShell } from "../../agent/sandbox-shell.ts";
import type { Exchange } from "../../gateway/exchange.ts";
import type { Network, Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import type { TranscriptEvent } from "../../transcript/transcript-event.ts";
import { createTranscriptWriter } from "../../transcript/write-transcript.ts";
import { removeTree } from "../../workspace/remove-tree.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type CaseGateway, openCaseGateway } from "../wire/case-gateway.ts";
import { endOnRefusal, refusalWarning } from "../wire/refused-calls.ts";
import type { NetworkWatch } from "../wire/want-of-network.ts";
import { watchWire } from "../wire/watch-wire.ts";
import { createWireLog } from "../wire/wire-log.ts";
import { endOnWire } from "../wire/wire-trouble.ts";
import { withBookedCost } from "./booked-cost.ts";
import { brokenReport } from "./broken-report.ts";
import { CaseBudget } from "./case-budget.ts";
import type { CaseParts } from "./case-parts.ts";
import { completeCommandLimits } from "./command-limits.ts";
import { createDiskGuard } from "./disk-guard.ts";
import { endOnBudget } from "./end-on-budget.ts";
import { endOnDisk, withFolder } from "./end-on-disk.ts";
import { inTime } from "./in-time.ts";

/** What an agent left behind. */
export interface AgentWork {
  report: AgentReport;
  /** Lines of its transcript. */
  transcript: readonly string[];
  /** What it left, which cannot change any more; null when it could not work, or its work could not be frozen. */
  frozen: Workspace | null;
  /** What kept its work from being frozen. */
  broken?: unknown;
  /** What went through its gateway; null when it had none. */
  wire: MeteredFigures | null;
  /** Milliseconds. */
  agentMs: number;
  warnings: string[];
}

/** An agent that was told to stop has so long to report. */
const graceMs = 10_000;

/**
 * Lets an agent work in a fresh workspace, under its limits. When this resolves nothing of it is alive, and what it
 * left cannot change any more. Rejects when there is no workspace or sandbox for it.
 */
export async function letAgentWork(
  parts: CaseParts,
  context: CellContext,
  listeners: { redactor: Redactor; network: NetworkWatch },
): Promise<AgentWork> {
  const { it, sandbox, agent } = parts;
  const limits = completeCommandLimits(parts.limits);
  const transcript: string[] = [];
  const warnings: string[] = [];
  const scratch = await (parts.scratch ?? temporary)();
  await using _scratch = {
    // The agent has worked and is paid, or could not even begin: neither is to be lost for this.
    async [Symbol.asyncDispose]() {
      await scratch[Symbol.asyncDispose]().then(undefined, (error: Error) => warnings.push(error.message));
    },
  };
  const workspace = await parts.base.create();
  using writing = (parts.guard ?? createDiskGuard()).watch(withFolder(workspace.disk, scratch.path));
  try {
    const listening = listen(parts, transcript, listeners);
    const wireLog = createWireLog(listening.onEvent, !agent.agent.needsModel);
    const trouble = watchWire(parts.answeredModels, (modelId) => wire?.modelIds.has(modelId) ?? true);
    const onExchange = (exchange: Exchange) => {
      wireLog.onExchange(exchange);
      trouble.onExchange(exchange);
    };
    // The budget is the agent's: what the judge costs is not taken from it.
    const budget = parts.budget ?? new CaseBudget(it.budget);
    const account = budget.open(context.account);
    const { model, prices, servers = {} } = parts;
    await using wire = await openCaseGateway({
      ...{ agent, it, model, account, prices, servers, onExchange },
    });
    const readable = await agent.agent.readable?.();
    const shell = await openSandboxShell({
      ...{ sandbox, workspace, scratch: scratch.path, network: networkOf(it, wire), limits },
      ...(readable && { readable }),
      ...(parts.shell !== undefined && { program: parts.shell }),
    });
    using clock = startAgentClock(it.timeout * 1000);
    const ends = [context.signal, clock.signal, writing.signal, ...(wire ? [wire.gateway.budgetSignal] : [])];
    // A program of the user's may ask for other models too, of other providers.
    const signal = AbortSignal.any(agent.agent.needsModel ? [...ends, trouble.hopeless] : ends);
    let toldAtMs: number | undefined;
    let isOver = false;
    const onEvent = (event: TranscriptEvent) => {
      // One that did not end in time may go on talking.
      if (isOver) return;
      // The agent knows only its own side; how it ended is told when wire, money and disk have been asked.
      if (event.type === "end") toldAtMs = event.atMs;
      else if (wireLog.hear(event)) listening.onEvent(event);
    };
    const gateway = wire?.job ?? null;
    const job = jobOf(parts, context, { workspace, shell, account, gateway, signal, onEvent });
    const started = performance.now();
    const running = (async () => agent.agent.run(job))();
    const reported = await inTime(running, { signal, graceMs, agent: agent.name }).catch((error: unknown) =>
      brokenReport(error, signal),
    );
    const agentMs = Math.round(performance.now() - started);
    const metered = (await gateway?.figures()) ?? null;
    const seen = wire && trouble;
    const stopped = whenStopped(reported, clock.signal, signal);
    const ended = endOnWire(stopped, agent.name, seen, it.timeout * 1000);
    const filled = await writing.verdict({ exactly: true });
    const paid = endOnBudget(endOnRefusal(ended, metered), account);
    const shared = budget.endOf(paid, context.account.path[0]!);
    const report = withBookedCost(endOnDisk(shared, filled, context.signal.aborted), account);
    wireLog.end();
    warnings.push(...warningsOf(metered, report));
    const ending = (last: AgentReport, left: Pick<AgentWork, "frozen" | "broken">): AgentWork => {
      const { ended: how, detail } = last;
      isOver = true;
      listening.onEvent({ type: "end", ended: how, detail, atMs: toldAtMs ?? agentMs, turn: null });
      listening.close();
      return { report: last, wire: metered, transcript, agentMs, warnings, ...left };
    };
    const graded = report.ended !== "infrastructure" && report.ended !== "cancelled";
    // Nobody makes another copy of what is too large already.
    if (!graded || filled?.fault === "own") return ending(report, { frozen: null });
    const frozen = await freeze(workspace, sandbox);
    if (!("broken" in frozen)) return ending(report, frozen);
    const tooLarge = await writing.verdict({ failure: frozen.broken });
    if (tooLarge?.fault !== "own") return ending(report, frozen);
    return ending(endOnDisk(report, tooLarge, context.signal.aborted), { frozen: null });
  } finally {
    await workspace.dispose().catch((error: Error) => warnings.push(error.message));
  }
}

async function temporary(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), "x-scratch-"));
  return { path, [Symbol.asyncDispose]: () => removeTree(path) };
}

/** Where something of the agent may be alive in spite of all, it would work on in files that were not copied. */
async function freeze(
  workspace: Workspace,
  { enforces }: Sandbox,
): Promise<Pick<AgentWork, "frozen" | "broken">> {
  try {
    return { frozen: await workspace.freeze({ last: enforces.tree }) };
  } catch (broken) {
    return { frozen: null, broken };
  }
}

/**
 * An agent that only knows that it was stopped was stopped by its clock, when that has fired. One that nobody has
 * stopped has ended by itself, whatever it says: else any failure could be made no result.
 */
function whenStopped(report: AgentReport, clock: AbortSignal, any: AbortSignal): AgentReport {
  if (report.ended !== "cancelled") return report;
  if (clock.aborted) return { ...report, ...timeWasUp };
  return any.aborted ? report : { ...report, ended: "gave-up", why: "stopped-itself" };
}

function listen(
  parts: CaseParts,
  transcript: string[],
  { redactor, network }: { redactor: Redactor; network: NetworkWatch },
) {
  const { agent, version, model } = parts;
  const writer = createTranscriptWriter({
    write: (line) => transcript.push(line),
    header: {
      ...{ agent: agent.name, agentVersion: version, model },
      startedAt: new Date().toISOString(),
    },
  });
  return {
    onEvent(event: TranscriptEvent) {
      if (event.type === "output" || event.type === "tool-result") network.hear(event.text);
      writer.add(event);
      parts.onEvent(redactor.json(event));
    },
    close: () => writer.close(),
  };
}

function jobOf(
  { it, env, model, resolver, prices }: CaseParts,
  { cell, attempt }: CellContext,
  facts: { workspace: Workspace } & Pick<AgentJob, "shell" | "account" | "gateway" | "signal" | "onEvent">,
): AgentJob {
  const { workspace, shell, account, gateway, signal, onEvent } = facts;
  return {
    ...{ prompt: it.prompt, workspace: workspace.path, model, env, shell, account, gateway },
    ...{ signal, onEvent, solution: it.solution },
    limits: { budgetUsd: account.limitUsd ?? it.budget, timeoutMs: it.timeout * 1000 },
    models: { resolver, prices },
    attempt: { caseId: it.id, run: cell.run, attempt: attempt - 1 },
  };
}

/** Who has no gateway has no model to reach from inside. */
function networkOf({ network }: SuiteCase, wire: CaseGateway | null): Network {
  if (network === "full") return { kind: "full", ...(wire && { gateway: wire.gateway }) };
  return wire ? { kind: "gateway", gateway: wire.gateway } : { kind: "none" };
}

function warningsOf(metered: MeteredFigures | null, report: AgentReport): string[] {
  const { unmetered = 0, calls = 0 } = metered ?? {};
  const refused = refusalWarning(metered, report);
  return [...uncountedWarning(unmetered, calls), ...(refused === null ? [] : [refused])];
}
