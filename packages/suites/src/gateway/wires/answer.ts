import {
  type BilledUsage,
  isSaneUsage,
  isZero,
  notLess,
  noUsage,
  providerCostUsd,
  type ReadUsage,
} from "@flow-state-dev/core";
import type { Json } from "./json.ts";
import { KeptText } from "./kept-text.ts";

/** A tool call in an answer. Its input is JSON as the model wrote it, or a plain text. */
export interface AnswerToolCall {
  id: string;
  name: string;
  input: KeptText;
}

/** An error that the provider reported inside an answer. */
export interface AnswerError {
  message: string;
  code: string | null;
}

/** Characters kept of each text of an answer. */
const keptCharacters = 100_000;
/** Tool calls kept of one answer. */
const keptCalls = 256;

/** What has come back so far: its content for the transcript, its tokens for the bill. */
export class Answer {
  readonly text = this.#newText();
  readonly reasoning = this.#newText();
  readonly toolCalls: AnswerToolCall[] = [];
  /** The provider's own count so far. */
  usage: BilledUsage | undefined;
  /** The usage as it was on the wire, for those who put a price on it. */
  rawUsage: unknown;
  /** What OpenRouter's usage says that the call cost; of any other provider it means nothing. */
  openRouterCostUsd: number | undefined;
  finishReason: string | null = null;
  error: AnswerError | null = null;
  /** The model that answered, as the provider names it. */
  model: string | null = null;
  /** The provider's id for the answer. */
  id: string | null = null;
  readonly #places = new Map<unknown, AnswerToolCall>();
  /** Bytes of all that has come: texts, inputs of tools, and what is kept nowhere. */
  #written = 0;
  /** How many answers were asked for in one. */
  readonly #asked: number;
  /** Which of them have ended, and whether all have. */
  readonly #endedOnes = new Set<unknown>();
  #allEnded = false;
  /** Bytes that had been written when it ended, and when it was counted; -1 when that has not been. */
  #endedAt = -1;
  #countedAt = -1;

  /** `asked` is how many answers were asked for at once. */
  constructor(asked = 1) {
    this.#asked = asked;
  }

  /** Has the event come after which nothing follows, at least of one of the answers? */
  get ended(): boolean {
    return this.#endedAt >= 0;
  }

  set ended(is: boolean) {
    this.#endedAt = is ? this.#written : -1;
    this.#allEnded = is;
  }

  /** Has the provider counted the whole call? What is written after a count is not in it. */
  get counted(): boolean {
    return this.#countedAt === this.#written;
  }

  set counted(is: boolean) {
    this.#countedAt = is ? this.#written : -1;
  }

  /** One of several answers has ended, by its place on the wire; the others may go on. */
  endOne(place: unknown): void {
    this.#endedOnes.add(place ?? 0);
    this.#endedAt = this.#written;
    this.#allEnded ||= this.#endedOnes.size >= this.#asked;
  }

  /** Is all of it there, as far as anybody can tell? Not when one of several has ended, or more came after the end. */
  get isWhole(): boolean {
    return (this.#allEnded && this.#endedAt === this.#written) || this.counted;
  }

  /** The tool call at a place of the wire (an index, an item), made when it is not there yet. */
  toolCall(place: unknown, id?: unknown, name?: unknown): AnswerToolCall {
    let call = this.#places.get(place);
    if (!call) {
      call = { id: "", name: "", input: this.#newText() };
      this.#places.set(place, call);
      if (this.toolCalls.length < keptCalls) this.toolCalls.push(call);
    }
    if (typeof id === "string" && id !== "") call.id = id.slice(0, 200);
    if (typeof name === "string" && name !== "") call.name = name.slice(0, 200);
    return call;
  }

  /**
   * Takes in a count of the provider, `raw` as it was on the wire, in the way of that wire; `final` when it is one of
   * the whole call. The counts of one call only grow, and zeros after one say nothing.
   */
  count(read: ReadUsage, raw: Json, final: boolean): void {
    const alone = read(raw);
    if (this.usage !== undefined && isSaneUsage(raw) && isZero(alone)) return;
    this.usage = notLess(isZero(alone) ? alone : read(raw, this.usage), this.usage);
    this.rawUsage = raw;
    this.counted = final;
    const told = providerCostUsd({ openrouter: { usage: raw as never } }, raw);
    if (told !== undefined) this.openRouterCostUsd = Math.max(told, this.openRouterCostUsd ?? 0);
  }

  /** Bytes that were written but belong to no text kept. */
  addBytes(piece: unknown): void {
    if (typeof piece === "string") this.#written += Buffer.byteLength(piece);
  }

  /** Notes the provider's id and the model it names. */
  identify(id: unknown, model: unknown): void {
    if (typeof id === "string") this.id ??= id.slice(0, 200);
    if (typeof model === "string") this.model ??= model.slice(0, 200);
  }

  /** Notes why it ended, as the provider words it; anything that is no word is passed over. */
  finish(reason: unknown): void {
    if (typeof reason === "string") this.finishReason = reason.slice(0, 100);
  }

  /** The provider says that it went wrong. The first time counts. */
  fail(message: unknown, code: unknown): void {
    this.error ??= {
      message:
        typeof message === "string" && message !== "" ? message.slice(0, 2_000) : "It did not say why.",
      code: typeof code === "string" ? code.slice(0, 100) : null,
    };
  }

  /** Has anything come that the provider may bill? */
  get started(): boolean {
    return this.usage !== undefined || this.#written > 0;
  }

  /** Has the first word come? */
  get spoke(): boolean {
    return this.#written > 0;
  }

  /**
   * The usage as far as it is known, the rest counted from what has flowed at four bytes a token. `inputTokens` is what
   * is taken where the provider has not said what it read.
   */
  estimate(inputTokens: number): BilledUsage {
    const known = this.usage ?? noUsage;
    const outputTokens = Math.max(known.outputTokens, Math.ceil(this.#written / 4));
    const reasoning = Math.max(known.reasoningTokens, Math.ceil(this.reasoning.bytes / 4));
    return {
      ...known,
      inputTokens: known.inputTokens || inputTokens,
      outputTokens,
      reasoningTokens: Math.min(reasoning, outputTokens),
    };
  }

  #newText(): KeptText {
    return new KeptText(keptCharacters, (bytes) => {
      this.#written += bytes;
    });
  }
}
