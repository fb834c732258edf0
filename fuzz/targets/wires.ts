import fc from "fast-check";
import { costAtRates } from "../../packages/core/src/money/rates.ts";
import { exchangeEvents } from "../../packages/suites/src/gateway/exchange-events.ts";
import { inputTokenBound, worstCaseUsd } from "../../packages/suites/src/gateway/request-size.ts";
import { rewriteRequest } from "../../packages/suites/src/gateway/rewrite-request.ts";
import { dataOf, SseFrames } from "../../packages/suites/src/gateway/sse-frames.ts";
import { UncountableCallError } from "../../packages/suites/src/gateway/uncountable-call-error.ts";
import { allWires } from "../../packages/suites/src/gateway/wires/all-wires.ts";
import { Answer } from "../../packages/suites/src/gateway/wires/answer.ts";
import type { Json } from "../../packages/suites/src/gateway/wires/json.ts";
import type { GatewayWire } from "../../packages/suites/src/gateway/wires/wire.ts";
import { type FuzzTarget, holds, isAmount } from "../fuzz-target.ts";
import { hostileJson, hostileObject } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";
import { goodRequests, goodStreams, wireNames, wireWords } from "../inputs/wire-samples.ts";

interface Input {
  /** Bytes of a stream. */
  stream: string;
  /** Where it is cut, from 0 to 1. */
  cuts: number[];
  /** A whole answer, and a request; text of JSON. */
  whole: string;
  request: string;
  strict: boolean;
}

/** What providers answer and what agents ask, on each of the four wires. */
export const wires: readonly FuzzTarget[] = Object.values(allWires).map((wire) => ({
  name: `wire-${wire.name}`,
  holds:
    "a stream is cut into the same frames however it comes; what is counted is a number of tokens; what is kept is bounded; a request stays JSON",
  share: 6,
  open() {
    const events = goodStreams[wire.name];
    const value = hostileJson(wireNames, wireWords);
    const event = fc.oneof(
      hostileObject(wireNames, wireWords),
      graftedJson(events, value),
      graftedJson(events, value),
    );
    const sse = fc
      .array(fc.tuple(event, fc.constantFrom("\n\n", "\r\n\r\n", "\r\r", "\n", "\n\r\n", ": c\n\n")), {
        maxLength: 5,
      })
      .map((all) => all.map(([data, end]) => `data: ${data}${end}`).join(""));
    const plain = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
    const inputs: fc.Arbitrary<Input> = fc.record({
      stream: fc.oneof(sse, sse, mutatedText([plain]), fc.string({ unit: "binary" })),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
      whole: fc.oneof(graftedJson(events, value), value),
      request: fc.oneof(graftedJson(goodRequests[wire.name], value), hostileObject(wireNames, wireWords)),
      strict: fc.boolean(),
    });
    return { inputs, check: (input: Input) => check(wire, input) };
  },
}));

function check(wire: GatewayWire, { stream, cuts, whole, request, strict }: Input): void {
  const bytes = Buffer.from(stream);
  const frames = framesOf(bytes, cuts);
  const answer = new Answer();
  for (const frame of frames) {
    const event = parsed(dataOf(frame) ?? "");
    if (isObject(event)) wire.readEvent(event, answer);
  }
  checkAnswer(answer);
  const other = new Answer();
  const value = parsed(whole);
  if (typeof value === "object" && value !== null) wire.readWhole(value, other);
  checkAnswer(other);
  checkErrors(wire, answer, stream);
  const body = parsed(request);
  if (isObject(body)) checkRequest(wire, body, Buffer.from(request), strict, answer);
}

/** The same frames, whether the bytes come at once or in pieces. */
function framesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].sort((a, b) => a - b);
  const inPieces = cutUp(at.map((end, index) => bytes.subarray(at[index - 1] ?? 0, end)));
  const atOnce = cutUp([bytes]);
  holds(Buffer.concat(inPieces).equals(bytes), "the frames together are not the bytes that came");
  holds(
    atOnce.length === inPieces.length && atOnce.every((each, index) => each.equals(inPieces[index]!)),
    "cut elsewhere the frames differ",
  );
  return atOnce;
}

function cutUp(pieces: readonly Buffer[]): Buffer[] {
  const reader = new SseFrames();
  const frames = pieces.flatMap((piece) => reader.push(piece));
  const rest = reader.rest();
  return rest.length > 0 ? [...frames, rest] : frames;
}

const rates = { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75, reasoning: 75 };
const mostKept = 110_000;

function checkAnswer(answer: Answer): void {
  for (const usage of [answer.usage, answer.estimate(10)]) {
    if (usage === undefined) continue;
    for (const [name, tokens] of Object.entries(usage)) holds(isAmount(tokens), `${name} is ${tokens}`);
    holds(usage.cacheReadTokens + usage.cacheWriteTokens <= usage.inputTokens, "more was cached than read");
    holds(usage.reasoningTokens <= usage.outputTokens, "more was thought than written");
    const cost = costAtRates(rates, usage);
    holds(isAmount(cost) && cost < 1e7, `it costs ${cost}`);
  }
  const { text, reasoning, finishReason, error, model, id, toolCalls } = answer;
  const short = [finishReason, error?.code, model, id, ...toolCalls.flatMap((call) => [call.id, call.name])];
  for (const each of short)
    holds(each == null || (typeof each === "string" && each.length <= 200), `kept: ${each}`);
  for (const kept of [text, reasoning, ...toolCalls.map(({ input }) => input)])
    holds(kept.text.length < mostKept && isAmount(kept.bytes), `${kept.text.length} characters are kept`);
}

/** Whatever an error says, it is one event of the wire. */
function checkErrors(wire: GatewayWire, answer: Answer, message: string): void {
  const told = { status: 502, message, code: "some-code", final: false };
  const frames = cutUp([Buffer.from(wire.errorFrames(told, answer))]);
  holds(frames.length === 1 && isObject(parsed(dataOf(frames[0]!) ?? "")), "an error is not one event");
  JSON.parse(JSON.stringify(wire.errorBody(told)));
}

const upstream = {
  provider: "openrouter",
  providerId: "openrouter.chat",
  model: "the-model",
  modelId: "openrouter/a/the-model",
  url: "http://127.0.0.1:1",
  headers: {},
  fallbackHeaders: {},
  secrets: [],
  counts: false,
};

function checkRequest(wire: GatewayWire, body: Json, bytes: Buffer, strict: boolean, answer: Answer): void {
  const summary = wire.summary(body);
  const kept = JSON.stringify(summary).length;
  holds(kept < 25 * bytes.length + 5_000, `a summary of ${kept} characters`);
  for (const item of summary.news) holds(typeof item.text === "string", "a text that is none");
  tellOf(wire, summary, answer);
  const pathModel = wire.name === "gemini" ? "m" : null;
  const endpoint = {
    kind: "call",
    wire: wire.name,
    pathModel,
    pathStreams: false,
    suffix: "",
    query: "",
  } as const;
  let rewritten: ReturnType<typeof rewriteRequest>;
  try {
    rewritten = rewriteRequest(wire, endpoint, { body, bytes }, { upstream, strict });
  } catch (error) {
    if (error instanceof UncountableCallError) return;
    throw error;
  }
  const sent = parsed(rewritten.bytes.toString("utf8"));
  holds(isObject(sent), "what is sent on is no JSON");
  if (pathModel === null) holds(sent.model === upstream.model, `it asks for ${sent.model}`);
  const limit = wire.outputLimit(sent);
  holds(!strict || limit !== undefined, "a strict call has no limit");
  const inputTokens = inputTokenBound(wire.name, sent, rewritten.bytes.length);
  const outputTokens = (limit ?? 1_000) * wire.answers(sent);
  holds(isAmount(inputTokens), `${inputTokens} tokens to read`);
  const worst = worstCaseUsd((usage) => costAtRates(rates, usage), {
    inputTokens,
    outputTokens,
    hourCache: true,
  });
  holds(typeof worst === "number" && worst >= 0, `at worst it costs ${worst}`);
}

/** The exchange can be told as events. */
function tellOf(wire: GatewayWire, request: ReturnType<GatewayWire["summary"]>, answer: Answer): void {
  const tell = exchangeEvents((event) => void JSON.stringify(event));
  tell({
    ...{
      number: 1,
      wire: wire.name,
      asked: "m",
      modelId: "m",
      streamed: true,
      status: "complete",
      httpStatus: 200,
    },
    ...{
      error: null,
      retryOf: null,
      request,
      usage: null,
      usageKnown: "none",
      costUsd: null,
      requestId: null,
    },
    ...{ startedAt: "2026-01-01T00:00:00.000Z", latencyMs: 1, firstTokenMs: null },
    answer: {
      text: answer.text.text,
      reasoning: "",
      toolCalls: [],
      finishReason: answer.finishReason,
      model: null,
    },
  });
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
