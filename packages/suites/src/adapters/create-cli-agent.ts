import { type Clock, FlowError, systemClock, toErrorRecord } from "@flow-state-dev/core";
import { abortEnd } from "../agent/abort-end.ts";
import type { Agent } from "../agent/agent.ts";
import { timeWasUp } from "../agent/agent-clock.ts";
import type { AgentJob } from "../agent/agent-job.ts";
import {
  type AgentEnd,
  type AgentFigures,
  type AgentReport,
  noFigures,
  type ReportedFigures,
} from "../agent/agent-report.ts";
import { bookReported } from "../agent/book-reported.ts";
import type { MeteredFigures } from "../agent/job-gateway.ts";
import type { ModelAccess } from "../agent/model-access.ts";
import { type Tell, tellEvents } from "../agent/tell-events.ts";
import type { WireName } from "../gateway/wires/wire-name.ts";
import type { AgentCli } from "./agent-cli.ts";
import { cliVersion } from "./cli-version.ts";
import { endOfCli } from "./end-of-cli.ts";
import { AgentMissingError, type CliInstallation, type FindCliOptions, findCli } from "./find-cli.ts";
import { type CliRun, runCli } from "./run-cli.ts";

/** What a command-line agent is made with. */
export interface CliAgentOptions {
  /** How the model of a job is reached when the job has no gateway. */
  access?: ModelAccess;
  /** The model it always works with; default: that of the job. */
  model?: string;
  /** As the user names it; default: its own name, with the model behind an @ when it has one. */
  name?: string;
  /** Where its program is looked for. */
  find?: FindCliOptions;
  clock?: Clock;
  /** Milliseconds between the wish that it may end and its death. Default 4,000. */
  graceMs?: number;
}

/** An agent with a program of its own. */
export interface CliAgent extends Agent {
  readonly cli: AgentCli;
  /** Its program on this machine, and what a sandbox must let it read; null when there is none to be found. */
  installation(): Promise<CliInstallation | null>;
}

/** A model that an agent cannot speak to. */
export class NoCommonWireError extends FlowError {
  override readonly name = "NoCommonWireError";

  constructor(cli: AgentCli, { model, urls }: ModelAccess) {
    const offered = Object.keys(urls).join(", ") || "nothing";
    super(
      `The agent ${cli.name} speaks ${cli.wires.join(", ")}, but ${model} is reached by ${offered}; name another model with ${cli.name}@<model>.`,
      { code: "no-common-wire", details: { agent: cli.name } },
    );
  }
}

/** A job that names no way to a model. */
export class NoModelAccessError extends FlowError {
  override readonly name = "NoModelAccessError";

  constructor({ name }: AgentCli) {
    super(`The agent ${name} has no way to its model: name one with --model or ${name}@<model>.`, {
      code: "no-model",
      details: { agent: name },
    });
  }
}

const defaultGraceMs = 4_000;

/**
 * Makes an agent of a program: it runs in the sandbox of a job with a home of its own, and its output is its
 * transcript.
 */
export function createCliAgent(cli: AgentCli, options: CliAgentOptions = {}): CliAgent {
  const { clock = systemClock, model = null } = options;
  let finding: Promise<CliInstallation | null> | undefined;
  let asking: Promise<string> | undefined;
  const installation = () => (finding ??= findCli(cli, options.find));
  return {
    cli,
    name: options.name ?? (model === null ? cli.name : `${cli.name}@${model}`),
    model,
    needsModel: true,
    settings: {},
    wires: cli.wires,
    ...(cli.starts !== undefined && { starts: cli.starts }),
    installation,
    readable: async () => (await installation())?.readable ?? [],
    version: () => (asking ??= versionOf(cli, installation, options)),
    async run(job) {
      const tell = tellEvents(job.onEvent, clock);
      try {
        return await work(cli, { ...options, installation }, job, tell);
      } catch (error) {
        const record = toErrorRecord(error);
        const end: AgentEnd = { ended: "infrastructure", detail: record.message, error: record };
        tellEnd(end, tell);
        return { ...noFigures, ...end };
      }
    },
  };
}

async function versionOf(
  cli: AgentCli,
  installation: CliAgent["installation"],
  { find }: CliAgentOptions,
): Promise<string> {
  if (cli.version !== undefined) return cli.version;
  const found = await installation();
  if (!found) throw new AgentMissingError(cli, find?.folder);
  return (await cliVersion(found.path)) ?? "unknown";
}

async function work(
  cli: AgentCli,
  options: CliAgentOptions & Pick<CliAgent, "installation">,
  job: AgentJob,
  tell: Tell,
): Promise<AgentReport> {
  const { clock = systemClock, graceMs = defaultGraceMs } = options;
  const found = await options.installation();
  if (cli.program !== null && !found) throw new AgentMissingError(cli, options.find?.folder);
  const access = job.gateway ? job.gateway.access : options.access;
  if (!access) throw new NoModelAccessError(cli);
  const { wire, url } = commonWire(cli, access);
  tell({ type: "message", role: "user", text: job.prompt });
  const startedAt = new Date(clock.now());
  const began = clock.elapsed();
  const run = await runCli({
    ...{ cli, program: found?.path ?? null, job, access, wire, url },
    ...{ tell, clock, graceMs },
  });
  const durationMs = Math.round(clock.elapsed() - began);
  const { turns, usage, costUsd } = run.summary;
  const reported = { turns, usage, costUsd };
  const counted = (await job.gateway?.figures()) ?? null;
  const passedBy = counted !== null && wentBeside(counted, reported);
  const metered = passedBy ? null : counted;
  if (!metered) {
    const modelId = job.model ?? access.model;
    await bookReported(job.account, { usage, costUsd }, { modelId, agent: cli.name, startedAt, durationMs });
  }
  const end = endOf(cli, run, counted);
  tellEnd(end, tell);
  const warnings = [
    ...warningsOf(cli, run, end),
    ...(passedBy ? [besideGateway(cli)] : []),
    ...(counted?.calls === 0 && !passedBy && !counted.refusal ? withoutCall(cli, run, end) : []),
  ];
  return { ...figuresOf(run, reported, metered), ...end, warnings, reported };
}

/** Does it tell of a model, though the gateway has seen no call of it? Then its own word is all there is. */
function wentBeside({ calls, overBudget, refusal }: MeteredFigures, reported: ReportedFigures): boolean {
  const { usage, costUsd } = reported;
  const isUsed = (costUsd ?? 0) > 0 || (usage?.inputTokens ?? 0) > 0;
  return calls === 0 && !overBudget && !refusal && isUsed;
}

function besideGateway({ name }: AgentCli): string {
  return `None of the model calls of ${name} came through the gateway, so that what it says itself is booked; see whether settings in the project lead it elsewhere.`;
}

function commonWire(cli: AgentCli, access: ModelAccess): { wire: WireName; url: string } {
  for (const wire of cli.wires) {
    const url = access.urls[wire];
    if (url !== undefined) return { wire, url: url.replace(/\/+$/, "") };
  }
  throw new NoCommonWireError(cli, access);
}

/** Who stopped it says more than how it then ended, and the gateway's word about money more than the agent's. */
function endOf(cli: AgentCli, run: CliRun, metered: MeteredFigures | null): AgentEnd {
  const { exit, stopped, summary, words } = run;
  if (stopped.by === "signal") return abortEnd(stopped.reason);
  if (stopped.by === "time") return timeWasUp;
  if (metered?.overBudget) return { ended: "over-budget", ...metered.overBudget };
  const end = endOfCli({
    agent: cli.name,
    exit,
    summary,
    words,
    metered: metered !== null,
    calls: metered?.calls ?? 0,
  });
  const { refusal = null } = metered ?? {};
  // Agents only know that something was refused; the gateway knows why. After answers it was not that which ended it.
  return refusal && "error" in end && metered?.turns === 0
    ? { ended: "infrastructure", detail: refusal.message, error: refusal }
    : end;
}

function figuresOf(
  { exit, summary }: CliRun,
  reported: ReportedFigures,
  metered: MeteredFigures | null,
): AgentFigures {
  const { turns, usage, costUsd } = metered ?? reported;
  const known = usage !== null || costUsd !== null;
  return {
    ...noFigures,
    ...{ turns, usage, costUsd, answer: summary.answer },
    figuresFrom: metered ? "metered" : known ? "reported" : null,
    exitCode: exit.kind === "exited" ? exit.exitCode : null,
  };
}

function warningsOf(cli: AgentCli, { summary, leftOut }: CliRun, { ended }: AgentEnd): string[] {
  return [
    ...(summary.finished || ended !== "done"
      ? []
      : [`${cli.name} exited without telling of its end, so that its own figures may lack something.`]),
    ...(ended === "timed-out" && summary.finished && !summary.trouble
      ? [`${cli.name} had told of its end, but its program did not exit before the time was up.`]
      : []),
    ...(leftOut === 0 ? [] : [tooLong(cli, leftOut)]),
    ...(cli.caveats ?? []),
  ];
}

/** A program that waits for a login, or does nothing, tells why in its last words, if at all. */
function withoutCall({ name }: AgentCli, { words }: CliRun, { ended }: AgentEnd): string[] {
  if (ended !== "done" && ended !== "timed-out") return [];
  return [`${name} made no model call.${words === "" ? "" : ` The last that it wrote: ${words}`}`];
}

function tooLong({ name }: AgentCli, lines: number): string {
  return lines === 1
    ? `A line of ${name} was too long to be read.`
    : `${lines} lines of ${name} were too long to be read.`;
}

function tellEnd(end: AgentEnd, tell: Tell): void {
  if ("error" in end) tell({ type: "error", error: end.error });
  tell({ type: "end", ended: end.ended, detail: end.detail });
}
