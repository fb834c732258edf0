import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { AnswerBill } from "../model/plain-answer-error.ts";
import { reportedError } from "../model/stream-failed-error.ts";
import { tokensInBytes } from "./estimate-tokens.ts";
import { isErrorAlone } from "./no-completion.ts";
import { notLess } from "./not-less.ts";
import { providerCostUsd } from "./provider-cost.ts";
import type { BilledUsage } from "./rates.ts";
import { isUnreadable } from "./read-on.ts";
import { noUsage } from "./usage.ts";
import { countedSides, usageOf } from "./usage-of.ts";
import { wasTaken } from "./was-taken.ts";
import { rawUsageIn, readAnswerUsage, readWireUsage, type WireUsage } from "./wire-usage.ts";

/** What has flowed back from a model so far, and what that tells about the bill. */
export class Flow {
  /** The provider took the call: what it read may be billed even when nothing came back. */
  taken = false;
  /** When the first token arrived, on the clock of the caller. */
  firstTokenAt: number | undefined;
  /** The first error a stream reported on its way. */
  error: Error | undefined;
  requestId: string | undefined;
  metadata: SharedV4ProviderMetadata | undefined;
  reported: LanguageModelV4Usage | undefined;
  /** What OpenRouter's usage on the wire says that the call cost; of any other provider it means nothing. */
  openRouterCostUsd: number | undefined;
  #wire: WireUsage | undefined;
  /** The call broke, but with an answer that had been counted to its end. */
  #whole = false;
  #answerBytes = 0;
  #reasoningBytes = 0;
  #streamedInputs: Set<string> | undefined;

  /** Takes one part of a stream in. True when it is a token of the answer. */
  read(part: LanguageModelV4StreamPart): boolean {
    switch (part.type) {
      case "text-delta":
        this.#answerBytes += Buffer.byteLength(part.delta);
        return part.delta !== "";
      case "reasoning-delta":
        this.#reasoningBytes += Buffer.byteLength(part.delta);
        return part.delta !== "";
      case "tool-input-delta":
        this.#streamedInputs ??= new Set();
        this.#streamedInputs.add(part.id);
        this.#answerBytes += Buffer.byteLength(part.delta);
        return part.delta !== "";
      case "tool-call":
        if (!this.#streamedInputs?.has(part.toolCallId)) this.#readContent(part);
        return true;
      case "raw":
        this.#readChunk(part.rawValue);
        return false;
      case "response-metadata":
        this.requestId ??= part.id;
        return false;
      case "error":
        this.error ??= reportedError(part.error);
        return false;
      case "finish":
        this.reported = part.usage;
        this.metadata = part.providerMetadata;
        return false;
      default:
        return false;
    }
  }

  /** Takes a whole answer in. */
  readResult(result: LanguageModelV4GenerateResult): void {
    this.taken = true;
    this.reported = result.usage;
    this.metadata = result.providerMetadata;
    for (const part of result.content) this.#readContent(part);
    // Of the summaries on the way Anthropic's package leaves out what was cached.
    const raw = result.usage?.raw;
    if (Array.isArray(raw?.iterations)) this.readAnswer({ type: "message", usage: raw });
    // Google's package reads an error with a good status as an answer without content.
    if (result.content.length === 0 && isErrorAlone(result.response?.body)) this.taken = false;
  }

  /** Takes in what an answer that is none says about its bill. */
  readBill(bill: AnswerBill | undefined): void {
    this.taken = true;
    this.#whole = true;
    this.reported = bill?.usage;
    this.metadata = bill?.providerMetadata;
  }

  /** Takes in what an answer that came whole, and was refused by the provider's package, says about its bill. */
  readAnswer(answer: unknown): void {
    const told = readAnswerUsage(answer);
    if (!told) return;
    this.#wire = { usage: notLess(told.usage, this.#wire?.usage), final: told.final };
    for (const each of Array.isArray(answer) ? answer : [answer]) this.#readCost(each);
  }

  /** Takes in a response that could not be understood. */
  readText(text: string): void {
    this.#answerBytes += Buffer.byteLength(text);
  }

  #readChunk(chunk: unknown): void {
    const before = this.#wire;
    this.#wire = readWireUsage(chunk, before);
    if (this.#wire !== before) this.#readCost(chunk);
  }

  #readCost(chunk: unknown): void {
    const usage = rawUsageIn(chunk);
    const told = providerCostUsd({ openrouter: { usage: usage as never } }, usage);
    if (told !== undefined) this.openRouterCostUsd = Math.max(told, this.openRouterCostUsd ?? 0);
  }

  #readContent(part: LanguageModelV4Content): void {
    if (part.type === "text") this.#answerBytes += Buffer.byteLength(part.text);
    else if (part.type === "reasoning") this.#reasoningBytes += Buffer.byteLength(part.text);
    else if (part.type === "tool-call") {
      this.#answerBytes += Buffer.byteLength(part.toolName) + Buffer.byteLength(part.input);
    }
  }

  /** Has the provider said or sent anything that it may bill? */
  get started(): boolean {
    return this.#wire !== undefined || this.#answerBytes + this.#reasoningBytes > 0;
  }

  /** Has a piece of the stream come that could not be read? It says nothing about the rest, which may be billed. */
  get unreadable(): boolean {
    return isUnreadable(this.error);
  }

  /** Did the provider itself say no, after it had let the call in? */
  get refused(): boolean {
    return this.error !== undefined && !this.unreadable && !wasTaken(this.error);
  }

  /**
   * The provider's own count of the whole call, if it has given one. A call that broke off counts as counted only
   * when the last count was already on the wire.
   */
  counted(complete: boolean): BilledUsage | undefined {
    if (complete || this.#whole) {
      const sides = countedSides(this.reported);
      if (this.reported && sides.input && sides.output)
        return notLess(billed(this.reported), this.#wire?.usage);
    }
    return this.#wire?.final && this.#wire.usage.inputTokens > 0 ? this.#wire.usage : undefined;
  }

  /** The usage as far as it is known, the rest counted from what has flowed. */
  estimate(inputTokens: number, maxOutputTokens: number | undefined): BilledUsage {
    const reported: BilledUsage = this.reported ? billed(this.reported) : noUsage;
    const wire: BilledUsage = this.#wire?.usage ?? noUsage;
    const known = reported.inputTokens > wire.inputTokens ? reported : wire;
    const reasoning = tokensInBytes(this.#reasoningBytes);
    const written = tokensInBytes(this.#answerBytes) + reasoning;
    const counted = Math.max(reported.outputTokens, wire.outputTokens);
    const outputTokens = Math.max(counted, Math.min(written, maxOutputTokens ?? written));
    const reasoningTokens = Math.max(reported.reasoningTokens, wire.reasoningTokens, reasoning);
    return {
      inputTokens: known.inputTokens || inputTokens,
      outputTokens,
      cacheReadTokens: known.cacheReadTokens,
      cacheWriteTokens: known.cacheWriteTokens,
      reasoningTokens: Math.min(reasoningTokens, outputTokens),
      ...(known.cacheWriteHourTokens !== undefined && { cacheWriteHourTokens: known.cacheWriteHourTokens }),
    };
  }
}

/** Anthropic tells how much of what was cached is kept for an hour. */
function billed(reported: LanguageModelV4Usage): BilledUsage {
  const usage: BilledUsage = usageOf(reported);
  if (usage.cacheWriteTokens === 0) return usage;
  const created = reported.raw?.cache_creation as { ephemeral_1h_input_tokens?: unknown } | undefined;
  const hour = created?.ephemeral_1h_input_tokens;
  if (typeof hour === "number" && hour > 0) usage.cacheWriteHourTokens = hour;
  return usage;
}
