import { sumUsd } from "@flow-state-dev/core";
import type { TranscriptEvent } from "@flow-state-dev/suites";
import type { CellView } from "../show/read-cell.ts";

/** The version of the Agent Trajectory Interchange Format that is written. */
export const atifVersion = "ATIF-v1.4";

/** A step of a trajectory: what a user or the system said, or one turn of the agent with its tool calls and results. */
export interface AtifStep {
  /** From 1, without gaps. */
  step_id: number;
  timestamp?: string;
  source: "system" | "user" | "agent";
  model_name?: string;
  message: string;
  reasoning_content?: string;
  tool_calls?: { tool_call_id: string; function_name: string; arguments: Record<string, unknown> }[];
  observation?: { results: { source_call_id?: string; content: string }[] };
  metrics?: { prompt_tokens?: number; completion_tokens?: number; cached_tokens?: number; cost_usd?: number };
}

/** A cell in Harbor's Agent Trajectory Interchange Format. */
export interface AtifTrajectory {
  schema_version: typeof atifVersion;
  session_id: string;
  agent: { name: string; version: string; model_name?: string };
  steps: AtifStep[];
  notes?: string;
  final_metrics: {
    total_prompt_tokens?: number;
    total_completion_tokens?: number;
    total_cached_tokens?: number;
    /** Left out when nobody knows it. */
    total_cost_usd?: number;
    total_steps: number;
  };
  extra: Record<string, unknown>;
}

/** The trajectory of a cell. Pure. A cell without a transcript has the prompt and the final answer as its steps. */
export function toTrajectory(view: CellView): AtifTrajectory {
  const { run, cell, used, costUsd, events, evidence } = view;
  const agent = agentOf(view);
  const steps = stepsOf(view);
  const left =
    events === null || events.left + events.unreadable === 0 ? null : events.left + events.unreadable;
  return {
    schema_version: atifVersion,
    session_id: `${run.id}/${cell.subject}/${cell.task}/${cell.run + 1}`,
    agent,
    steps,
    ...(left !== null && { notes: `${left} events of the transcript were not kept or cannot be read.` }),
    final_metrics: {
      ...(used && {
        total_prompt_tokens: used.inputTokens,
        total_completion_tokens: used.outputTokens,
        total_cached_tokens: used.cacheReadTokens,
      }),
      ...(costUsd !== null && { total_cost_usd: costUsd }),
      total_steps: steps.length,
    },
    extra: {
      ...{
        run: run.id,
        kind: run.manifest.kind,
        suite: run.manifest.name,
        task: cell.task,
        repetition: cell.run + 1,
      },
      ...{ outcome: cell.outcome, simulated: run.manifest.simulated, task_hash: cell.taskHash },
      ...(evidence.expectations !== undefined && { expectations: evidence.expectations }),
      ...(evidence.findings !== undefined && { findings: evidence.findings }),
    },
  };
}

function agentOf({ events, cell, evidence, run }: CellView): AtifTrajectory["agent"] {
  const told =
    events?.agent ?? (evidence.agent as { name?: string; version?: string; model?: string } | undefined);
  const model = told?.model ?? run.manifest.models.executor;
  return {
    name: told?.name ?? cell.subject,
    version: told?.version ?? "unknown",
    ...(typeof model === "string" && { model_name: model }),
  };
}

function stepsOf({ events, prompt, output }: CellView): AtifStep[] {
  const began = events?.startedAt ? Date.parse(events.startedAt) : Number.NaN;
  const trajectory = new Steps(began);
  for (const event of events?.events ?? []) addEvent(event, trajectory);
  const { steps } = trajectory;
  if (steps.length === 0 && prompt !== null) trajectory.push("user", prompt, Number.NaN);
  if (output !== null && !steps.some(({ source }) => source === "agent"))
    trajectory.push("agent", output, Number.NaN);
  return steps;
}

/** The steps so far. A turn of the agent is one step, whatever comes first of its text, its figures and its calls. */
class Steps {
  readonly steps: AtifStep[] = [];
  readonly #began: number;
  readonly #turns = new Map<number, AtifStep>();
  /** Ids of the calls of a step. */
  readonly #calls = new Map<AtifStep, Set<string>>();

  constructor(began: number) {
    this.#began = began;
  }

  push(source: AtifStep["source"], message: string, atMs: number): AtifStep {
    const at = new Date(this.#began + atMs);
    const timestamp = Number.isNaN(at.getTime()) ? {} : { timestamp: at.toISOString() };
    const step: AtifStep = { step_id: this.steps.length + 1, ...timestamp, source, message };
    this.steps.push(step);
    return step;
  }

  /** The step of the turn that an event belongs to; where turns are not counted, the last one, or a new one. */
  turn({ turn, atMs }: TranscriptEvent, isNew: (step: AtifStep) => boolean = () => false): AtifStep {
    const known = turn === null ? this.#open() : this.#turns.get(turn);
    const step = known && !isNew(known) ? known : this.push("agent", "", atMs);
    if (turn !== null) this.#turns.set(turn, step);
    return step;
  }

  call(step: AtifStep, call: NonNullable<AtifStep["tool_calls"]>[number]): void {
    step.tool_calls ??= [];
    step.tool_calls.push(call);
    const ids = this.#calls.get(step) ?? new Set();
    this.#calls.set(step, ids.add(call.tool_call_id));
  }

  /** Results refer to a call of the same step; others are told without one. */
  observe(step: AtifStep, content: string, id?: string): void {
    const known = id !== undefined && this.#calls.get(step)?.has(id) === true;
    step.observation ??= { results: [] };
    step.observation.results.push({ ...(known && { source_call_id: id }), content });
  }

  #open(): AtifStep | undefined {
    const last = this.steps.at(-1);
    return last?.source === "agent" ? last : undefined;
  }
}

function addEvent(event: TranscriptEvent, steps: Steps): void {
  switch (event.type) {
    case "message": {
      if (event.role !== "assistant") {
        steps.push(event.role, event.text, event.atMs);
        return;
      }
      const step = steps.turn(
        event,
        ({ message, observation }) => message !== "" || observation !== undefined,
      );
      step.message = event.text;
      if (event.reasoning) step.reasoning_content = event.reasoning;
      return;
    }
    case "tool-call": {
      const step = steps.turn(event);
      steps.call(step, {
        ...{ tool_call_id: event.id, function_name: event.tool, arguments: argumentsOf(event.input) },
      });
      return;
    }
    case "tool-result":
      steps.observe(steps.turn(event), event.text, event.id);
      return;
    case "output":
      steps.observe(steps.turn(event), event.text);
      return;
    case "usage":
      measure(
        steps.turn(event, ({ metrics }) => event.turn === null && metrics !== undefined),
        event,
      );
      return;
    case "error":
      steps.observe(steps.turn(event), event.error.message);
      return;
    default:
      return;
  }
}

function measure(
  step: AtifStep,
  { model, usage, costUsd }: Extract<TranscriptEvent, { type: "usage" }>,
): void {
  if (model !== null) step.model_name = model;
  const before = step.metrics ?? {};
  const add = (known: number | undefined, more: number) => (known ?? 0) + more;
  step.metrics = {
    ...before,
    ...(usage && {
      prompt_tokens: add(before.prompt_tokens, usage.inputTokens),
      completion_tokens: add(before.completion_tokens, usage.outputTokens),
      cached_tokens: add(before.cached_tokens, usage.cacheReadTokens),
    }),
    ...(costUsd !== null && { cost_usd: sumUsd([before.cost_usd ?? 0, costUsd]) }),
  };
}

function argumentsOf(input: unknown): Record<string, unknown> {
  if (typeof input === "object" && input !== null && !Array.isArray(input))
    return input as Record<string, unknown>;
  return { input };
}
