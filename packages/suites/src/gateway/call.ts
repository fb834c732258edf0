import type { IncomingMessage, ServerResponse } from "node:http";
import {
  BudgetExceededError,
  brokenOff,
  type ErrorRecord,
  type OpenCall,
  type Settlement,
  toErrorRecord,
} from "@flow-state-dev/core";
import { answerInShort } from "./answer-in-short.ts";
import { type Bill, billFor, costSoFarUsd, noBill } from "./bill.ts";
import type { Exchange } from "./exchange.ts";
import type { CallUnderWay, GatewayState } from "./gateway-state.ts";
import { Relay, type RelayEnd } from "./relay.ts";
import type { RewrittenRequest } from "./rewrite-request.ts";
import { hideSecrets, type Secrets } from "./secrets.ts";
import { sendError } from "./send.ts";
import type { Upstream } from "./upstream.ts";
import { AgentGoneError } from "./upstream-errors.ts";
import { Answer } from "./wires/answer.ts";
import type { Json } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** What is fixed about a call when its request has come. */
export interface CallFacts {
  wire: GatewayWire;
  response: ServerResponse;
  /** The model that the agent asks for. */
  asked: string;
  body: Json;
}

/** What it goes out with. */
export interface CallDeparture {
  upstream: Upstream;
  rewritten: RewrittenRequest;
  opened: OpenCall;
  /** The most it can cost, in US dollars; null when the model has no price. */
  worstCaseUsd: number | null;
  request: IncomingMessage;
  path: string;
}

/** One call of the agent, from its request to its one charge and its one exchange. */
export class Call implements CallUnderWay {
  readonly asked: string;
  streamed = false;
  readonly #state: GatewayState;
  readonly #facts: CallFacts;
  readonly #number: number;
  #digest = "";
  #retryOf: number | null = null;
  readonly #answer: Answer;
  readonly #startedAt: string;
  readonly #startedOn: number;
  readonly #gone = new AbortController();
  #upstream: Upstream | null = null;
  #secrets: Secrets = hideSecrets([]);
  #relay: Relay | undefined;
  #firstTokenMs: number | null = null;
  #soFarUsd = 0;

  constructor(state: GatewayState, facts: CallFacts) {
    this.#state = state;
    this.#facts = facts;
    this.asked = facts.asked.slice(0, 200);
    this.#number = state.nextNumber();
    this.#answer = new Answer(facts.wire.answers(facts.body));
    this.#startedAt = new Date(state.clock.now()).toISOString();
    this.#startedOn = state.clock.elapsed();
    facts.response.on("close", this.#onClose);
    if (facts.response.destroyed) this.#onClose();
  }

  /** Fires when the agent goes away; ends the wait for money. */
  get goneSignal(): AbortSignal {
    return this.#gone.signal;
  }

  get soFarUsd(): number {
    return this.#soFarUsd;
  }

  /** Where it goes; from now on its key is hidden. */
  goesTo(upstream: Upstream): void {
    this.#upstream = upstream;
    this.#secrets = hideSecrets(upstream.secrets);
  }

  /** Answers without sending it on, in a way that agents do not try again. */
  refuse(error: Error) {
    const { wire, response } = this.#facts;
    this.#lookForRetry();
    if (error instanceof AgentGoneError) {
      return this.#tell({ status: "refused", error: toErrorRecord(error) }, noBill);
    }
    this.#state.noteRefusal(error);
    const record = this.#clean(error);
    const told = {
      status: wire.finalStatus,
      message: record.message,
      code: record.code ?? "refused",
      final: error instanceof BudgetExceededError,
    };
    sendError(response, wire, told, () => "");
    this.#tell({ status: "refused", error: record }, noBill);
  }

  /** Sends it on and sees it through. */
  async run({ upstream, rewritten, opened, worstCaseUsd, request, path }: CallDeparture): Promise<void> {
    const state = this.#state;
    const costOf = state.costsOf(upstream.modelId);
    const relay = new Relay({
      upstream,
      path,
      bytes: rewritten.bytes,
      hideUsage: rewritten.hideUsage,
      streamed: this.streamed,
      wire: this.#facts.wire,
      request,
      response: this.#facts.response,
      agents: state.agents,
      timeouts: state.timeouts,
      maxAnswerBytes: state.maxAnswerBytes,
      secrets: this.#secrets,
      answer: this.#answer,
      onProgress: () => {
        if (this.#firstTokenMs === null && this.#answer.spoke) this.#firstTokenMs = this.#elapsedMs();
        this.#soFarUsd = costSoFarUsd(this.#answer, costOf);
        state.cutWhenPassed();
      },
    });
    this.#relay = relay;
    const onLimit = () => this.cut(opened.signal.reason);
    opened.signal.addEventListener("abort", onLimit);
    state.underWay.add(this);
    try {
      relay.start();
    } catch (error) {
      // It did not get out; nobody bills it, and it ends like any other.
      this.cut(error as Error);
    }
    // Only now that it is on its way: this takes time.
    this.#lookForRetry();
    if (opened.signal.aborted) onLimit();
    const end = await relay.ended;
    opened.signal.removeEventListener("abort", onLimit);
    state.underWay.delete(this);
    const bill = billFor(this.#answer, {
      taken: end.kind === "complete" || end.taken,
      inputTokens: Math.max(1, Math.ceil(rewritten.bytes.length / 4)),
      costOf,
      pricesItself: upstream.provider === "openrouter",
    });
    const isKnown = end.kind === "complete" || bill.usageKnown !== "estimated";
    const open = { worstCaseUsd, strict: state.account.strict, heard: this.#answer.started };
    const booked = isKnown ? bill : brokenOff(bill, open);
    try {
      opened.settle(this.#charge(end, booked, upstream));
    } catch (error) {
      // The books cannot be written; nothing more can be spent in good faith, and whoever runs this has to know.
      state.noteRefusal(error);
    }
    this.#tell(end.kind === "complete" ? { status: "complete", error: null } : this.#failure(end), bill);
  }

  cut(reason: Error): void {
    const final = reason instanceof BudgetExceededError;
    // An answer that is all there has been paid for; cutting it off would save nothing.
    if (final && this.#answer.isWhole) return;
    if (final) this.#state.noteRefusal(reason);
    const { message, code = "cut" } = toErrorRecord(reason);
    this.#relay?.cut(reason, { message, code, final });
  }

  /** Never throws: a call that is on its way has to be booked, whatever becomes of this. */
  #lookForRetry(): void {
    const { wire, body } = this.#facts;
    try {
      this.#digest = this.#state.retries.digest(wire.name, body);
      this.#retryOf = this.#state.retries.of(this.#digest);
    } catch {
      // Then it is a request like no other.
    }
  }

  #failure(end: RelayEnd & { error: Error }): { status: "failed" | "aborted"; error: ErrorRecord } {
    return { status: end.kind === "aborted" ? "aborted" : "failed", error: this.#clean(end.error) };
  }

  #clean(error: Error): ErrorRecord {
    const record = toErrorRecord(error);
    return { ...record, message: this.#secrets.text(record.message) };
  }

  #charge(end: RelayEnd, bill: ReturnType<typeof brokenOff<Bill>>, upstream: Upstream): Settlement {
    const base = this.#secrets.data({
      modelId: upstream.modelId,
      provider: upstream.providerId,
      ...(this.#state.agent !== undefined && { blockName: this.#state.agent }),
      ...bill,
      streamed: this.streamed,
      startedAt: this.#startedAt,
      latencyMs: this.#elapsedMs(),
      ...(this.streamed && this.#firstTokenMs !== null && { timeToFirstTokenMs: this.#firstTokenMs }),
      ...(this.#requestId !== null && { requestId: this.#requestId }),
    });
    if (end.kind === "complete") {
      const finishReason = this.#secrets.text(this.#answer.finishReason ?? "unknown");
      return { ...base, status: "complete", finishReason };
    }
    return { ...base, ...this.#failure(end) };
  }

  get #requestId(): string | null {
    return this.#relay?.requestId ?? this.#answer.id;
  }

  #tell(ending: Pick<Exchange, "status" | "error">, bill: Bill): void {
    const { wire, response } = this.#facts;
    if (this.#digest !== "") {
      this.#state.retries.note(this.#digest, this.#number, ending.status !== "complete");
    }
    const exchange: Exchange = {
      number: this.#number,
      wire: wire.name,
      asked: this.asked,
      modelId: this.#upstream?.modelId ?? null,
      streamed: this.streamed,
      ...ending,
      httpStatus: response.headersSent ? response.statusCode : null,
      retryOf: this.#retryOf,
      ...this.#said(),
      usage: bill.usageKnown === "none" ? null : bill.usage,
      usageKnown: bill.usageKnown,
      costUsd: bill.costUsd,
      startedAt: this.#startedAt,
      latencyMs: this.#elapsedMs(),
      firstTokenMs: this.#firstTokenMs,
      requestId: this.#requestId,
    };
    this.#state.tell(this.#secrets.data(exchange));
  }

  /** What was said on both sides, without keys. Never throws: an exchange is told whatever is in it. */
  #said(): Pick<Exchange, "request" | "answer"> {
    const { wire, body } = this.#facts;
    try {
      return this.#secrets.data({ request: wire.summary(body), answer: answerInShort(this.#answer) });
    } catch {
      return { request: wire.summary({}), answer: answerInShort(new Answer()) };
    }
  }

  #elapsedMs(): number {
    return Math.max(0, this.#state.clock.elapsed() - this.#startedOn);
  }

  readonly #onClose = () => {
    if (!this.#relay) this.#gone.abort(new AgentGoneError());
  };
}
