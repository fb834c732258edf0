import type { Account, Clock } from "@flow-state-dev/core";
import { formatMoneyApart, formatUsd, usageOf } from "@flow-state-dev/core";
import { abortEnd } from "../agent/abort-end.ts";
import { timeWasUp } from "../agent/agent-clock.ts";
import type { AgentEnd } from "../agent/agent-report.ts";
import { endOnSilence } from "../agent/provider-silent-error.ts";
import type { Tell } from "../agent/tell-events.ts";
import { type Asked, type AskSeams, askModel } from "./ask-model.ts";
import { bookedSince, bookedSoFar } from "./booked-since.ts";
import { isUnreadableCall } from "./call-trouble.ts";
import type { Conversation } from "./conversation.ts";
import { LimitNotices } from "./limit-notices.ts";
import type { ModelAnswer } from "./model-types.ts";
import { type ReadAnswer, readAnswer } from "./read-answer.ts";
import { runCalls } from "./run-calls.ts";
import { type CostOf, fittingOutput, nextCall } from "./spending.ts";
import { StuckWatch } from "./stuck.ts";
import type { ToolContext } from "./tools/tool.ts";

/** What the loop goes by. */
export interface LoopSettings {
  mostTurns: number;
  timeoutMs: number;
  budgetUsd: number | null;
  /** Tokens that the model can read. */
  contextTokens: number;
  /** Tell the model when most of a limit is used. */
  notices: boolean;
  /** Ask once for a check when files were changed and no command ran since. */
  verify: boolean;
  graceMs: number;
}

/** What the loop runs on. */
export interface LoopSeams {
  modelId: string;
  ask: Omit<AskSeams, "onNotice" | "mayAskAgain" | "fittingOutput">;
  context: ToolContext;
  account: Account;
  costOf: CostOf;
  clock: Clock;
  tell: Tell;
  elapsedMs(): number;
}

/** How the loop went. */
export interface LoopResult {
  end: AgentEnd;
  turns: number;
  /** The last text that the model wrote; null when it wrote none. */
  answer: string | null;
  waitedMs: number;
  /** Answers whose tokens the provider did not count. */
  uncounted: number;
}

const mostBadTurns = 3;
const mostCutOff = 3;
/** When so much of the context is used, room is made. */
const fullShare = 0.8;
const emptiedShare = 0.5;
/** Less time than this is no time for another turn. */
const leastTimeMs = 50;

const says = {
  cutCall: "Not run: the answer was cut off at its length limit. Make a smaller step.",
  unreadable: "Your tool call could not be read. Send it again, with less in it if it was long.",
  cutText: "Your answer was cut off at its length limit. Go on with a smaller step.",
  thinking:
    "Your answer held thoughts alone. Go on with a tool call, or answer with a short text when all is done.",
  silent: "Your answer was empty. Go on with a tool call, or answer with a short text when all is done.",
  verify:
    "You changed files and ran no command since. Check your work now, by tests or by running it; if nothing can be run, read what you changed. Then answer again.",
};

/**
 * The loop of the agent: ask, run the calls, tell the results, until the model answers without a call or a limit ends
 * it. A rejection means that the sandbox or the machine failed.
 */
export async function runLoop(
  conversation: Conversation,
  settings: LoopSettings,
  seams: LoopSeams,
): Promise<LoopResult> {
  const { context, tell, account } = seams;
  const watch = new StuckWatch();
  const notices = new LimitNotices();
  const usedIds = new Set<string>();
  const result = { turns: 0, answer: null as string | null, waitedMs: 0, uncounted: 0 };
  const streaks = { bad: 0, cutOff: 0, silent: 0 };
  let contextTokens = settings.contextTokens;
  let unchecked = false;
  let askedToVerify = false;
  /** The question under way is the one for a check. */
  let verifying = false;

  for (;;) {
    const step = await turn();
    if (step !== null) return { end: step, ...result };
  }

  /** One turn; how it all ended, or null to go on. */
  async function turn(): Promise<AgentEnd | null> {
    const limit = limitReached();
    if (limit) return limit;
    if (conversation.tokens > contextTokens * fullShare && !makeRoom()) {
      return {
        ended: "gave-up",
        why: "context-full",
        detail: "There was no room left in the model's context.",
      };
    }
    const next = nextCall(account, seams.costOf, conversation.tokens);
    if (next.kind === "over-budget") return endOfCheck(untried(tooDear(next.wantedUsd)));
    const asked = await ask(next.maxOutputTokens);
    if ("ended" in asked) return asked;
    result.turns += 1;
    verifying = false;
    const said = readAnswer(asked, result.turns, usedIds);
    take(asked, said);
    const { unified } = asked.finishReason;
    if (unified === "content-filter") {
      return { ended: "gave-up", why: "refused", detail: "The model, or its provider, refused to answer." };
    }
    if (unified === "length") {
      // With less money than a full answer takes, the next one would only be cut off sooner.
      if (next.maxOutputTokens !== null && next.maxOutputTokens < 4_096) return tooDear();
      return cutOff(said);
    }
    streaks.cutOff = 0;
    if (said.calls.length > 0) return await carryOut(said);
    return isUnreadableCall(asked) ? unreadable() : finish(said);
  }

  function limitReached(): AgentEnd | null {
    if (context.signal.aborted) return abortEnd(context.signal.reason);
    if (context.timeLeftMs() < leastTimeMs) return timeWasUp;
    if (result.turns < settings.mostTurns) return null;
    return { ended: "turn-limit", detail: `It was not done after ${result.turns} turns.` };
  }

  function tooDear(wantedUsd?: number): AgentEnd {
    const leftUsd = account.leftUsd === undefined ? undefined : Math.max(0, account.leftUsd);
    const [shownLeft, shownWanted] = formatMoneyApart([leftUsd ?? 0, wantedUsd ?? leftUsd ?? 0]);
    const left = leftUsd === undefined ? "" : ` (${shownLeft})`;
    const most = wantedUsd === undefined ? "" : `, which may cost up to ${shownWanted}`;
    const { limitUsd = Number.POSITIVE_INFINITY, spentUsd } = account;
    const ownLeft = limitUsd - spentUsd;
    const isOwn = (account.leftUsd ?? 0) >= ownLeft - 1e-9;
    const detail =
      isOwn && ownLeft < -1e-9
        ? `It spent ${formatUsd(spentUsd)}, and its budget is ${formatUsd(limitUsd)}.`
        : `What is left of the budget${left} does not pay for another call${most}.`;
    return {
      ...{ ended: "over-budget", account: isOwn ? account.name : account.path[0]!, detail },
      ...(wantedUsd !== undefined && { wantedUsd }),
    };
  }

  /** Before its first call is booked nothing of the task was tried, and the request is no doing of the model's. */
  function untried(end: AgentEnd): AgentEnd {
    return end.ended === "over-budget" && account.calls === 0 ? { ...end, untried: true } : end;
  }

  async function ask(maxOutputTokens: number | null): Promise<ModelAnswer | AgentEnd> {
    const onNotice = (text: string) => tell({ type: "notice", text }, result.turns + 1);
    const money: Pick<AskSeams, "mayAskAgain" | "fittingOutput"> = {
      mayAskAgain: () => nextCall(account, seams.costOf, conversation.tokens),
      fittingOutput: (error, asked) => fittingOutput(error, seams.costOf, asked),
    };
    for (let tried = 0; ; tried++) {
      const before = bookedSoFar(account);
      const asked = await askModel({ ...seams.ask, ...money, onNotice }, conversation.prompt, {
        ordinal: result.turns + tried,
        maxOutputTokens,
      });
      result.waitedMs += asked.waitedMs;
      if (asked.kind === "ended") return endOfCheck(endOnProvider(asked) ?? untried(asked.end));
      if (asked.kind === "too-long") {
        contextTokens = Math.min(contextTokens, Math.floor(conversation.tokens * 0.95));
        if (tried === 0 && makeRoom()) continue;
        return {
          ended: "gave-up",
          why: "context-full",
          detail: "The model cannot read as much as there is.",
        };
      }
      const booked = bookedSince(account, before);
      const { inputTokens, outputTokens } = usageOf(asked.answer.usage);
      if (
        isEstimated(inputTokens, booked.usage.inputTokens) ||
        isEstimated(outputTokens, booked.usage.outputTokens)
      )
        result.uncounted += 1;
      tell(
        { type: "usage", model: seams.modelId, ...booked, durationMs: asked.durationMs },
        result.turns + 1,
      );
      return asked.answer;
    }
  }

  /** Time that was lost to a provider which failed again and again, or never answered, is not the agent's. */
  function endOnProvider({ end, unansweredMs = 0, trouble }: Extract<Asked, { kind: "ended" }>) {
    if (end.ended !== "timed-out") return undefined;
    if (trouble && (result.turns === 0 || trouble.failures > 1)) return trouble.end;
    return result.turns === 0 ? endOnSilence("x", unansweredMs, settings.timeoutMs) : undefined;
  }

  function take(answer: ModelAnswer, said: ReadAnswer): void {
    const usage = usageOf(answer.usage);
    const counted = usage.inputTokens + usage.outputTokens;
    conversation.addAnswer(said.message, usage.inputTokens > 0 ? counted : null);
    if (said.text.trim() !== "") result.answer = said.text;
    if (said.text === "" && said.reasoning === "") return;
    const reasoning = said.reasoning === "" ? {} : { reasoning: said.reasoning };
    tell({ type: "message", role: "assistant", text: said.text, ...reasoning }, result.turns);
  }

  function cutOff(said: ReadAnswer): AgentEnd | null {
    streaks.cutOff += 1;
    if (streaks.cutOff > mostCutOff) {
      return {
        ended: "gave-up",
        why: "cut-off",
        detail: "The model's answers were cut off again and again.",
      };
    }
    if (said.calls.length === 0) {
      nudge(says.cutText);
      return null;
    }
    const results = said.calls.map(({ id, sentName: toolName }) => ({
      ...{ id, toolName, ok: false, text: says.cutCall },
    }));
    for (const { id, toolName: tool } of said.calls) {
      tell({ type: "tool-result", id, tool, ok: false, text: says.cutCall, durationMs: 0 }, result.turns);
    }
    conversation.addResults(results);
    return null;
  }

  async function carryOut(said: ReadAnswer): Promise<AgentEnd | null> {
    streaks.silent = 0;
    const done = await runCalls(said.calls, {
      context,
      watch,
      clock: seams.clock,
      tell,
      turn: result.turns,
      graceMs: settings.graceMs,
    });
    if (done.unchecked !== null) unchecked = done.unchecked;
    const limit = limitReached();
    if (limit && limit.ended !== "turn-limit") return limit;
    if (done.stuck === "stuck") {
      return { ended: "stuck", detail: "The model made the same call again and again with the same result." };
    }
    const tooBad = badTurn(done.bad === said.calls.length);
    if (tooBad) return tooBad;
    const last = done.results.at(-1);
    const notice = settings.notices ? notices.next(limitState()) : null;
    if (last && notice !== null) {
      last.text += `\n${notice}`;
      tell({ type: "notice", text: notice }, result.turns);
    }
    conversation.addResults(done.results);
    return null;
  }

  function unreadable(): AgentEnd | null {
    const tooBad = badTurn(true);
    if (!tooBad) nudge(says.unreadable);
    return tooBad;
  }

  /** How it ends when one more turn held no call that can be read; null to go on. */
  function badTurn(isBad: boolean): AgentEnd | null {
    streaks.bad = isBad ? streaks.bad + 1 : 0;
    if (streaks.bad < mostBadTurns) return null;
    return {
      ended: "gave-up",
      why: "malformed",
      detail: `The model sent calls that cannot be read, ${mostBadTurns} turns in a row.`,
    };
  }

  function finish(said: ReadAnswer): AgentEnd | null {
    if (said.text.trim() === "") {
      const thinks = said.reasoning !== "";
      streaks.silent += 1;
      if (streaks.silent > 1) {
        const detail = thinks ? "The model thought and answered nothing." : "The model answered nothing.";
        return { ended: "gave-up", why: "silent", detail };
      }
      nudge(thinks ? says.thinking : says.silent);
      return null;
    }
    if (settings.verify && unchecked && !askedToVerify && canAskAgain()) {
      askedToVerify = true;
      verifying = true;
      nudge(says.verify);
      return null;
    }
    return { ended: "done", detail: "" };
  }

  function canAskAgain(): boolean {
    const isPaid = nextCall(account, seams.costOf, conversation.tokens).kind === "go";
    return isPaid && result.turns < settings.mostTurns;
  }

  /** Before the check it had said that it is done: want of money, or of a provider, takes nothing from that. */
  function endOfCheck(end: AgentEnd): AgentEnd {
    if (!verifying) return end;
    if (end.ended === "infrastructure" && end.error.code === "script-no-answer") return endOfScript(end);
    if (end.ended !== "over-budget" && end.ended !== "infrastructure") return end;
    return { ended: "done", detail: `It was asked for a check, which could not be made: ${end.detail}` };
  }

  function nudge(text: string): void {
    conversation.addUser(text);
    tell({ type: "message", role: "user", text }, result.turns);
  }

  function makeRoom(): boolean {
    const before = conversation.tokens;
    const made =
      conversation.shorten(contextTokens * emptiedShare) && conversation.tokens < contextTokens * fullShare;
    tell(
      { type: "notice", text: `made room in the context: about ${before} → ${conversation.tokens} tokens` },
      result.turns,
    );
    return made;
  }

  function limitState() {
    const { mostTurns, timeoutMs, budgetUsd } = settings;
    const spentUsd = account.spentUsd;
    return { turns: result.turns, mostTurns, elapsedMs: seams.elapsedMs(), timeoutMs, spentUsd, budgetUsd };
  }
}

/** Whoever wrote a script without a turn for the check reads why one is missing. */
function endOfScript(end: Extract<AgentEnd, { ended: "infrastructure" }>): AgentEnd {
  const why =
    "The script changed files and ran no command since, so the agent asked once for a check: call shell after the last change, or answer with one text more.";
  const message = `${end.detail} ${why}`;
  return { ...end, detail: message, error: { ...end.error, message } };
}

/** Tokens that were booked though the provider counted none, or a number that no call can have. */
function isEstimated(counted: number, booked: number): boolean {
  return counted === 0 && booked > 0;
}
