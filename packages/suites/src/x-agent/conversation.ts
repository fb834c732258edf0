import { withCacheMarks } from "./cache-marks.ts";
import type { AssistantMessage, Message, Prompt, ToolResultPart } from "./model-types.ts";
import { shorten } from "./shorten.ts";

/** One result as it goes into the conversation. */
export interface CallResult {
  id: string;
  toolName: string;
  ok: boolean;
  text: string;
}

/** About four bytes are a token; three and a half leave room for code, which has shorter ones. */
const bytesPerToken = 3.5;

/**
 * What was said so far. It only grows at its end, so that a provider can keep its start; `shorten` is the exception.
 */
export class Conversation {
  #messages: Message[];
  /** Tokens of everything up to the last answer, as the provider counted them. */
  #counted = 0;
  #bytesSince: number;

  constructor(system: string, task: string) {
    this.#messages = [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text: task }] },
    ];
    this.#bytesSince = Buffer.byteLength(system) + Buffer.byteLength(task);
  }

  /** All messages as they are sent. */
  get prompt(): Prompt {
    return withCacheMarks(this.#messages);
  }

  /** All messages as they are kept. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** About how many tokens the next request has, tools not included unless a provider has counted. */
  get tokens(): number {
    return this.#counted + Math.ceil(this.#bytesSince / bytesPerToken);
  }

  /** Adds an answer. `counted` is what the provider read and wrote for it; null when it did not say. */
  addAnswer(message: AssistantMessage, counted: number | null): void {
    this.#push(message);
    if (counted === null) return;
    this.#counted = counted;
    this.#bytesSince = 0;
  }

  addResults(results: readonly CallResult[]): void {
    const content = results.map(
      ({ id, toolName, ok, text }): ToolResultPart => ({
        type: "tool-result",
        toolCallId: id,
        toolName,
        output: { type: ok ? "text" : "error-text", value: text },
      }),
    );
    this.#push({ role: "tool", content });
  }

  /** Says something in the name of the user. */
  addUser(text: string): void {
    this.#push({ role: "user", content: [{ type: "text", text }] });
  }

  /** Takes old tool output out until about `target` tokens are left. False when that did not help. */
  shorten(target: number): boolean {
    const before = this.tokens;
    const { messages, freedBytes } = shorten(this.#messages, (before - target) * bytesPerToken);
    if (freedBytes === 0) return false;
    this.#messages = messages;
    const freed = Math.floor(freedBytes / bytesPerToken);
    this.#counted = Math.max(0, before - freed);
    this.#bytesSince = 0;
    return true;
  }

  #push(message: Message): void {
    this.#messages.push(wellFormed(message));
    this.#bytesSince += sizeOf(message);
  }
}

/** Providers refuse a request with half of a character, which a model may write and a cut may leave. */
function wellFormed(message: Message): Message {
  return JSON.parse(JSON.stringify(message), (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}

function sizeOf(message: Message): number {
  return Buffer.byteLength(JSON.stringify(message.content));
}
