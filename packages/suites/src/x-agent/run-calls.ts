import type { Clock } from "@flow-state-dev/core";
import type { Tell } from "../agent/tell-events.ts";
import { cutText } from "../transcript/cut-text.ts";
import type { CallResult } from "./conversation.ts";
import type { ModelToolCall } from "./read-answer.ts";
import type { StuckState, StuckWatch } from "./stuck.ts";
import type { ToolContext, ToolOutcome } from "./tools/tool.ts";
import { ToolError } from "./tools/tool-error.ts";
import { type ReadCall, readCall } from "./tools/toolbox.ts";
import { withinGrace } from "./within-grace.ts";

/** What came of the tool calls of one turn. */
export interface CallsOutcome {
  /** One for each call, in their order. */
  results: CallResult[];
  /** Calls that could not be read: unknown tools, wrong arguments. */
  bad: number;
  stuck: StuckState;
  /** Was a file changed after the last command that ran? Null when neither happened. */
  unchecked: boolean | null;
}

/** What calls are run with. */
export interface CallSeams {
  context: ToolContext;
  watch: StuckWatch;
  clock: Clock;
  tell: Tell;
  turn: number;
  /** How long a tool may go on after it was told to stop, in milliseconds. */
  graceMs: number;
}

const goingRound = "[You have done this several times with the same result. Try something else.]";
const mostCalls = 32;
/** Characters of all results of a turn, so that one turn cannot fill the context. */
const mostText = 160_000;
const leastText = 2_000;

/**
 * Runs the calls of a turn one after the other, so that two changes of one file land in order. What the model did wrong
 * is told to it as a result; a rejection means that the machine or the sandbox failed. After the signal has fired no
 * further call is begun.
 */
export async function runCalls(calls: readonly ModelToolCall[], seams: CallSeams): Promise<CallsOutcome> {
  const outcome: CallsOutcome = { results: [], bad: 0, stuck: "fine", unchecked: null };
  let room = mostText;
  for (const [at, call] of calls.entries()) {
    if (seams.context.signal.aborted) break;
    const done = at < mostCalls ? await runCall(call, seams) : tooMany;
    if (done.kind === "bad") outcome.bad += 1;
    else if (done.kind === "ran" && done.effect !== "none") outcome.unchecked = done.effect === "changed";
    let text = cutText(done.text, Math.max(leastText, room));
    room -= text.length;
    const state = seams.watch.see(
      call.toolName,
      call.json,
      (done.kind === "ran" && done.fingerprint) || done.text,
    );
    if (state === "stuck") outcome.stuck = "stuck";
    if (state === "notice") {
      if (outcome.stuck === "fine") outcome.stuck = "notice";
      text += `\n${goingRound}`;
      seams.tell({ type: "notice", text: goingRound }, seams.turn);
    }
    outcome.results.push({ id: call.id, toolName: call.sentName, ok: done.kind === "ran", text });
  }
  return outcome;
}

type Done = ({ kind: "ran" } & ToolOutcome) | { kind: "refused" | "bad"; text: string };

const tooMany: Done = { kind: "bad", text: `Too many calls at once; ${mostCalls} are the most in one turn.` };

async function runCall(call: ModelToolCall, seams: CallSeams): Promise<Done> {
  const { clock, tell, turn } = seams;
  const { id, toolName: tool } = call;
  const read = readCall(tool, call.json);
  tell({ type: "tool-call", id, tool, input: read.ok ? read.values : call.json }, turn);
  const began = clock.elapsed();
  const done: Done = read.ok ? await carryOut(read, seams) : { kind: "bad", text: read.message };
  const durationMs = Math.round(clock.elapsed() - began);
  tell({ type: "tool-result", id, tool, ok: done.kind === "ran", text: done.text, durationMs }, turn);
  return done;
}

async function carryOut(
  { tool, input }: Extract<ReadCall, { ok: true }>,
  { context, graceMs }: CallSeams,
): Promise<Done> {
  const { signal } = context;
  try {
    const running = tool.run(input, context);
    return {
      kind: "ran",
      ...(await withinGrace(running, { signal, graceMs, what: `The tool ${tool.name}` })),
    };
  } catch (error) {
    if (error instanceof ToolError) return { kind: "refused", text: error.message };
    if (signal.aborted && error === signal.reason) return { kind: "refused", text: "[cancelled]" };
    throw error;
  }
}
