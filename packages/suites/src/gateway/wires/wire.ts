import type { Answer } from "./answer.ts";
import type { Json } from "./json.ts";
import type { RequestSummary } from "./request-summary.ts";
import type { WireName } from "./wire-name.ts";

/** An error as the gateway tells it to an agent. */
export interface ToldError {
  /** HTTP status, also of an error inside a stream. */
  status: number;
  message: string;
  /** Kebab-case. */
  code: string;
  /** Money has run out: the agent is to give up, not to try again. */
  final: boolean;
}

/** How one provider's API looks to somebody who stands in the middle. */
export interface GatewayWire {
  readonly name: WireName;
  /** The status of a refusal that agents take for final; others make some of them try again and again. */
  readonly finalStatus: number;
  /** Does the body ask for a stream? Where the path says so, the body does not. */
  isStreamed(body: Json): boolean;
  /** The longest answer that is asked for, in tokens. */
  outputLimit(body: Json): number | undefined;
  /** Sets it; changes the body. `provider` is who is asked. */
  limitOutput(body: Json, tokens: number, provider: string): void;
  /** How many answers are asked for at once. */
  answers(body: Json): number;
  summary(body: Json): RequestSummary;
  /** Takes one event of a stream in. */
  readEvent(event: Json, answer: Answer): void;
  /** Takes a whole answer in. */
  readWhole(whole: unknown, answer: Answer): void;
  errorBody(error: ToldError): unknown;
  /** The error inside a stream, as frames. */
  errorFrames(error: ToldError, answer: Answer): string;
}

/** One event of a stream as text. */
export function frame(data: unknown, event?: string): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
