import type { ErrorRecord } from "@flow-state-dev/core";
import { leastWaitMs } from "../../agent/least-silence.ts";
import type { Exchange, ExchangeAnswer } from "../../gateway/exchange.ts";
import type { RequestSummary } from "../../gateway/wires/request-summary.ts";
import type { WireName } from "../../gateway/wires/wire-name.ts";

/** What a provider fails with, as long as it answers no call. */
export interface StandingFailure {
  error: ErrorRecord;
  /** Calls that failed one after the other. */
  inARow: number;
}

/** A call that was sent on, was not answered, and was not made again with success. */
export interface UnansweredCall {
  /** HTTP status, when the provider answered with one. */
  status: number | undefined;
  /** Did the request itself bring it about? */
  isOwn: boolean;
}

/** Watches whether the provider works, and whether it ever did. */
export interface WireTrouble {
  onExchange(exchange: Exchange): void;
  /**
   * Null when its last answer was whole, or nothing has failed. Where the model was offered tools for the work, a word
   * without them, such as a title, is no answer to that.
   */
  readonly standing: StandingFailure | null;
  /** Calls that were answered. */
  readonly answered: number;
  /**
   * Milliseconds in which calls were under way that were given time to be answered; null when anything of any answer
   * has come, or no call.
   */
  readonly silentMs: number | null;
  /**
   * Was a call among those that now fail that brought results of tools, so that a conversation was cut off in its
   * middle, or one that offered tools, before any such was answered? A title that is asked for when all is done, and
   * fails, cuts nothing off.
   */
  readonly cutMidway: boolean;
  /** Calls that were never answered, not even when they were tried again. */
  readonly unanswered: Iterable<UnansweredCall>;
  /** Fires when calls in a row were refused for the key, the money or the model: agents try such calls for minutes. */
  readonly hopeless: AbortSignal;
}

/** Statuses that are no fault of the request: the key, the money, the address. */
const ofSetup = new Set([401, 402, 403, 404]);
const setupCodes = new Set([
  ...["refused-key", "spent-quota"],
  ...["redirected", "insecure-server", "proxy-refused"],
]);
/** Of calls that run beside each other, or were refused by mistake, there may be two. */
const hopelessInARow = 3;
/** Of these, what a request brings about by itself when others to the same model on the same wire are answered. */
const ofRequest = new Set([403, 404]);

/**
 * Starts to watch one case. Failures that the agent's own request brought about, such as one that is too long, names a
 * file that is not there or, after others were answered, another model than that of the case, do not count.
 *
 * @param answeredModels models that have answered a call, here or in other cases of the run, as `onWire` names them;
 *   more are added
 * @param isOfCase is this the id of the model that the case names? Others are the choice of the agent
 */
export function watchWire(
  answeredModels: Set<string> = new Set(),
  isOfCase: (modelId: string) => boolean = () => true,
): WireTrouble {
  let standing: StandingFailure | null = null;
  let answered = 0;
  let cutMidway = false;
  let heard = false;
  const waits: Wait[] = [];
  let asked = false;
  let turnedAway = 0;
  let begun = false;
  let workFails = false;
  const unanswered = new Map<number, UnansweredCall>();
  const hopeless = new AbortController();

  /** Is there nothing wrong with the key, the address and the model that was to be measured? */
  const isReachable = (wire: WireName, modelId: string) =>
    answeredModels.has(onWire(wire, modelId)) || (answered > 0 && !isOfCase(modelId));

  function onFailure({ number, status, error, wire, modelId, request, answer }: Exchange): void {
    const isOfRequest =
      error?.status !== undefined && ofRequest.has(error.status) && !isSetupCode(error.code);
    const isOwn = isOfRequest && isReachable(wire, modelId ?? "");
    // One that the agent ended itself in the middle of the answer was no trouble.
    if (status === "failed" || !isHeard(answer)) unanswered.set(number, { status: error?.status, isOwn });
    if (status !== "failed" || !error || isOwn || !isOfProvider(error)) return;
    standing = { error, inARow: (standing?.inARow ?? 0) + 1 };
    turnedAway = isOfSetup(error) ? turnedAway + 1 : 0;
    if (turnedAway === hopelessInARow) hopeless.abort();
    workFails ||= isWork(request);
    cutMidway ||= request.news.some(({ type }) => type === "tool-result") || (isWork(request) && !begun);
  }

  return {
    onExchange(exchange) {
      const { status, request, answer, wire, modelId, retryOf, startedAt, latencyMs } = exchange;
      if (status === "refused") return;
      heard ||= status !== "aborted" || isHeard(answer);
      asked = true;
      const from = Date.parse(startedAt);
      if (!heard && latencyMs >= leastWaitMs) waits.push({ from, to: from + latencyMs });
      if (retryOf !== null) unanswered.delete(retryOf);
      if (status !== "complete") return onFailure(exchange);
      answered += 1;
      turnedAway = 0;
      if (modelId !== null) answeredModels.add(onWire(wire, modelId));
      if (workFails && !isWork(request)) return;
      begun ||= isWork(request);
      standing = null;
      workFails = false;
      cutMidway = false;
    },
    get standing() {
      return standing;
    },
    get answered() {
      return answered;
    },
    get silentMs() {
      return heard || !asked ? null : together(waits);
    },
    get cutMidway() {
      return cutMidway;
    },
    get unanswered() {
      return unanswered.values();
    },
    hopeless: hopeless.signal,
  };
}

/**
 * A model as it is reached on one wire. A server may have it on one and lack another, and a key may be good for one
 * alone: what an agent was answered on its wire says nothing about the wire of another.
 */
function onWire(wire: WireName, modelId: string): string {
  return `${wire} ${modelId}`;
}

/** Times in milliseconds. */
interface Wait {
  from: number;
  to: number;
}

/** Milliseconds that are in any of them. */
function together(waits: readonly Wait[]): number {
  let [sum, last] = [0, 0];
  for (const { from, to } of waits.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, last));
    last = Math.max(last, to);
  }
  return sum;
}

function isWork({ tools }: RequestSummary): boolean {
  return tools.length > 0;
}

function isHeard({ text, reasoning, toolCalls, finishReason, model }: ExchangeAnswer): boolean {
  return text !== "" || reasoning !== "" || toolCalls.length > 0 || finishReason !== null || model !== null;
}

function isOfProvider(error: ErrorRecord): boolean {
  return error.retryable === true || isOfSetup(error);
}

function isOfSetup({ status, code }: ErrorRecord): boolean {
  return isSetupCode(code) || (status !== undefined && ofSetup.has(status));
}

/** Was a call turned away for the key or the money, or on its way, though its status does not say so? */
export function isSetupCode(code: string | undefined): boolean {
  return setupCodes.has(code ?? "");
}
