import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import {
  InsecureServerError,
  isUnreachable,
  ProxyRefusedError,
  proxyStatusIn,
  RedirectError,
  StreamCutError,
  secureCodeIn,
  UnreachableServerError,
} from "@flow-state-dev/core";
import { Deadlines } from "./deadlines.ts";
import { decoderFor } from "./decoder.ts";
import type { GatewayTimeouts } from "./gateway-options.ts";
import { requestIdIn, returnedHeaders } from "./headers.ts";
import { nodeHttp, nodeHttps } from "./node-http.ts";
import { definitionOf } from "./provider-access.ts";
import { readFrame } from "./read-frame.ts";
import { saidIn } from "./said-in.ts";
import type { Secrets } from "./secrets.ts";
import { sendError } from "./send.ts";
import { sentHeaders } from "./sent-headers.ts";
import { SseFrames } from "./sse-frames.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamAgents } from "./upstream-agents.ts";
import {
  AgentGoneError,
  ProviderRefusedError,
  UpstreamBrokenError,
  UpstreamGarbageError,
  UpstreamTimeoutError,
} from "./upstream-errors.ts";
import { readWholeAnswer } from "./whole-answer.ts";
import type { Answer } from "./wires/answer.ts";
import { isUsageChunk } from "./wires/openai-chat.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** What is passed on, from where and to where. */
export interface RelayJob {
  upstream: Upstream;
  /** Path and query below the address of the wire. */
  path: string;
  bytes: Buffer;
  hideUsage: boolean;
  /** Was a stream asked for? */
  streamed: boolean;
  wire: GatewayWire;
  request: IncomingMessage;
  response: ServerResponse;
  agents: UpstreamAgents;
  timeouts: GatewayTimeouts;
  maxAnswerBytes: number;
  secrets: Secrets;
  /** Takes in what comes back. */
  answer: Answer;
  /** Told after every piece; may cut the call off. */
  onProgress(): void;
}

/** How it ended. `taken`: the provider had the request, and may bill for it. */
export type RelayEnd =
  | { kind: "complete" }
  | { kind: "failed"; error: Error; taken: boolean }
  | { kind: "aborted"; error: Error; taken: boolean };

/** How long the count of an answer is waited for when the agent has all of it and has gone. */
const readOnMs = 2_000;
/** Bytes kept of what a provider says when it refuses. */
const refusalBytes = 1024 * 1024;

/**
 * One request on its way to a provider and its answer on the way back, event by event. Whatever the provider does, the
 * agent gets an answer, or an error in the words of its wire, within the time that is allowed.
 */
export class Relay {
  /** The provider's id for the request, once it has answered. */
  requestId: string | undefined;
  readonly #job: RelayJob;
  readonly #resolve: (end: RelayEnd) => void;
  /** Resolves when it is over, never rejects. */
  readonly ended: Promise<RelayEnd>;
  #upstream: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #body: Readable | undefined;
  readonly #deadlines = new Deadlines((what, ms) =>
    this.#fail(new UpstreamTimeoutError(this.#job.upstream.modelId, what, ms)),
  );
  #readOn: NodeJS.Timeout | undefined;
  #sent = false;
  #over = false;

  constructor(job: RelayJob) {
    this.#job = job;
    const { promise, resolve } = Promise.withResolvers<RelayEnd>();
    this.ended = promise;
    this.#resolve = resolve;
  }

  /** Sends the request on. */
  start() {
    const job = this.#job;
    const { upstream, request, response, agents, timeouts } = job;
    response.on("close", this.#onClose);
    response.on("error", ignore);
    if (response.destroyed) return this.#onClose();
    const url = new URL(`${upstream.url}${job.path}`);
    const secure = url.protocol === "https:";
    const { request: send } = secure ? nodeHttps() : nodeHttp();
    const headers = sentHeaders(request.headers, upstream, job.bytes.length);
    const outgoing = send(url, { method: "POST", headers, agent: secure ? agents.https : agents.http });
    this.#upstream = outgoing;
    this.#deadlines.begin(timeouts.totalMs);
    this.#deadlines.expect("connection", timeouts.connectMs);
    outgoing.on("socket", (socket) => {
      const connected = () => {
        if (!this.#over) this.#deadlines.expect("first-byte", timeouts.firstByteMs);
      };
      if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", connected);
      else connected();
    });
    outgoing.on("finish", () => {
      this.#sent = true;
    });
    outgoing.on("response", (answer) => this.#onResponse(answer));
    // Without a listener the connection is closed, and nothing is told of it.
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy();
      this.#onNoStatus(101);
    });
    outgoing.on("error", (error) => this.#onBroken(error));
    outgoing.end(job.bytes);
  }

  /** Ends it from outside; the agent is told as `told` says, when it is still there. */
  cut(error: Error, told: { message: string; final: boolean; code: string }): void {
    this.#finish({ kind: "aborted", error, taken: this.#sent }, () => {
      const { wire, answer, response } = this.#job;
      const status = told.final ? wire.finalStatus : 502;
      sendError(response, wire, { status, ...told }, () => wire.errorFrames({ status, ...told }, answer));
    });
  }

  #onResponse(incoming: IncomingMessage) {
    const job = this.#job;
    if (this.#over) return void incoming.resume();
    this.#incoming = incoming;
    this.requestId = requestIdIn(incoming.headers);
    this.#deadlines.expect("next-piece", job.timeouts.idleMs);
    incoming.on("error", (error) => this.#onBroken(error));
    const status = incoming.statusCode ?? 0;
    if (status < 200) return this.#onNoStatus(status);
    if (status >= 300 && status < 400) return this.#onRedirect(incoming, status);
    const decoder = decoderFor(incoming.headers["content-encoding"]);
    if (decoder === null) {
      return this.#fail(new UpstreamGarbageError(job.upstream, "a compression that was not asked for"));
    }
    decoder?.on("error", () => {
      this.#fail(new UpstreamGarbageError(job.upstream, "compressed data that cannot be read"));
    });
    const body = decoder ? incoming.pipe(decoder) : incoming;
    this.#body = body;
    if (status < 200 || status >= 300) return this.#passRefusal(incoming, body, status);
    if (/^text\/event-stream\b/i.test(incoming.headers["content-type"] ?? "")) {
      return this.#passStream(incoming, body, status);
    }
    this.#passWhole(incoming, body, status);
  }

  /** A status that ends no call, and that agents cannot be told; no model was asked. */
  #onNoStatus(status: number): void {
    const what = status === 101 ? "a switch to another protocol" : `status ${status}, which is none`;
    this.#fail(new UpstreamGarbageError(this.#job.upstream, what), false);
  }

  #onRedirect(incoming: IncomingMessage, status: number): void {
    incoming.resume();
    const from = new URL(this.#job.upstream.url);
    const location = incoming.headers.location ?? "";
    const to = location !== "" && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    this.#fail(new RedirectError({ status, from, to }), false);
  }

  /** What a provider says when it refuses goes to the agent as it is, without keys. */
  #passRefusal(incoming: IncomingMessage, body: Readable, status: number): void {
    const { response, secrets, upstream, wire } = this.#job;
    this.#collect(body, refusalBytes, (bytes) => {
      const clean = secrets.bytes(bytes ?? Buffer.from("{}"));
      const text = clean.toString("utf8");
      const error = new ProviderRefusedError(upstream, saidIn(text), status, text);
      this.#finish({ kind: "failed", error, taken: false }, () => {
        if (bytes === null) {
          const told = { status, message: error.message, code: error.code, final: false };
          return sendError(response, wire, told, () => "");
        }
        const headers = returnedHeaders(incoming.headers, secrets.text);
        response.writeHead(status, { ...headers, "content-length": clean.length });
        response.end(clean);
      });
    });
  }

  /** An answer that is no stream is passed on when it is there, so that a broken one can be told as such. */
  #passWhole(incoming: IncomingMessage, body: Readable, status: number): void {
    const { response, secrets, upstream, wire, answer, streamed, maxAnswerBytes } = this.#job;
    this.#collect(body, maxAnswerBytes, (bytes) => {
      if (bytes === null) {
        return this.#fail(new UpstreamGarbageError(upstream, "more than a whole answer can be"));
      }
      const whole = readWholeAnswer(bytes, { wire, streamed }, answer);
      if (whole.kind === "events") return this.#passEvents(incoming, bytes, status);
      if (whole.kind === "refused") {
        return this.#fail(new ProviderRefusedError(upstream, secrets.text(whole.said)), false);
      }
      if (whole.kind === "foreign") {
        const error = new UpstreamGarbageError(upstream, whole.what, bytes.toString("utf8"));
        return this.#fail(error, whole.billable && this.#sent);
      }
      const clean = secrets.bytes(bytes);
      this.#finish(this.#endOfAnswer(), () => {
        const headers = returnedHeaders(incoming.headers, secrets.text);
        response.writeHead(status, { ...headers, "content-length": clean.length });
        response.end(clean);
      });
    });
  }

  /** A stream that came under another name. */
  #passEvents(incoming: IncomingMessage, bytes: Buffer, status: number) {
    const { response, secrets, upstream, answer } = this.#job;
    const frames = new SseFrames();
    const all = [...frames.push(bytes), frames.rest()].filter(({ length }) => length > 0);
    const passed = all.filter((each) => this.#takeIn(each));
    if (!answer.ended && answer.error === null) return this.#fail(new StreamCutError(upstream.modelId));
    this.#finish(this.#endOfAnswer(), () => {
      const headers = returnedHeaders(incoming.headers, secrets.text);
      response.writeHead(status, { ...headers, "content-type": "text/event-stream" });
      response.end(secrets.bytes(Buffer.concat(passed)));
    });
  }

  #passStream(incoming: IncomingMessage, body: Readable, status: number): void {
    const { response, secrets, upstream, answer, maxAnswerBytes } = this.#job;
    const frames = new SseFrames();
    response.writeHead(status, returnedHeaders(incoming.headers, secrets.text));
    response.flushHeaders();
    body.on("data", (chunk: Buffer) => {
      if (this.#over) return;
      if (!response.destroyed) this.#deadlines.refresh();
      const passed = frames.push(chunk).filter((each) => this.#takeIn(each));
      if (passed.length > 0) this.#write(Buffer.concat(passed.map((each) => secrets.bytes(each))), body);
      if (frames.heldBytes > maxAnswerBytes) {
        return this.#fail(new UpstreamGarbageError(upstream, "an event without end"));
      }
      this.#job.onProgress();
      if (response.destroyed && answer.counted) this.#onClose();
    });
    body.on("end", () => {
      if (this.#over) return;
      const rest = frames.rest();
      const passed = rest.length > 0 && this.#takeIn(rest);
      if (!answer.ended && answer.error === null) return this.#fail(new StreamCutError(upstream.modelId));
      this.#finish(this.#endOfAnswer(), () => {
        response.end(passed ? secrets.bytes(rest) : undefined);
      });
    });
  }

  /** Takes a frame in; false when it is not for the agent. */
  #takeIn(frame: Buffer): boolean {
    const { wire, answer, hideUsage } = this.#job;
    const event = readFrame(frame, wire, answer);
    return !(hideUsage && event !== null && isUsageChunk(event));
  }

  #write(bytes: Buffer, body: Readable): void {
    const { response, timeouts } = this.#job;
    if (response.destroyed || response.write(bytes)) return;
    // The agent reads slowly; that is no silence of the provider.
    this.#deadlines.rest();
    body.pause();
    response.once("drain", () => {
      if (this.#over) return;
      this.#deadlines.expect("next-piece", timeouts.idleMs);
      body.resume();
    });
  }

  /** Gives the whole body, or null when it is too large. */
  #collect(body: Readable, mostBytes: number, then: (bytes: Buffer | null) => void): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    body.on("data", (chunk: Buffer) => {
      if (this.#over) return;
      this.#deadlines.refresh();
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else then(null);
    });
    body.on("end", () => {
      if (!this.#over) then(Buffer.concat(chunks));
    });
  }

  #endOfAnswer(): RelayEnd {
    const { answer, upstream, secrets } = this.#job;
    if (answer.error === null) return { kind: "complete" };
    const said = secrets.text(answer.error.message);
    return { kind: "failed", error: new ProviderRefusedError(upstream, said), taken: true };
  }

  #onBroken(cause: NodeJS.ErrnoException) {
    const { upstream, answer, response } = this.#job;
    if (this.#over) return;
    // All of the answer was there, and only the end of the connection was rough.
    if (answer.ended && answer.counted) return this.#finish(this.#endOfAnswer(), () => response.end());
    if (isUnreachable(cause)) {
      const facts = {
        modelId: upstream.modelId,
        baseURL: upstream.url,
        variable: undefined,
        cause: undefined,
      };
      return this.#fail(new UnreachableServerError(facts), false);
    }
    const { modelId, provider, url } = upstream;
    if (secureCodeIn(cause) !== undefined) {
      const variable = definitionOf(provider).baseUrlVariable;
      return this.#fail(new InsecureServerError({ modelId, baseURL: url, variable, cause }), false);
    }
    const proxy = proxyStatusIn(cause);
    if (proxy !== undefined) {
      const facts = { modelId, provider, host: new URL(url).host, cause: undefined };
      return this.#fail(new ProxyRefusedError(facts, proxy), false);
    }
    this.#fail(new UpstreamBrokenError(upstream.modelId, cause));
  }

  #fail(error: Error & { code: string }, taken = this.#sent): void {
    const { wire, answer, response, secrets } = this.#job;
    const status = error instanceof UpstreamTimeoutError ? 504 : 502;
    const told = { status, message: secrets.text(error.message), code: error.code, final: false };
    this.#finish({ kind: "failed", error, taken }, () => {
      sendError(response, wire, told, () => wire.errorFrames(told, answer));
    });
  }

  /** Some agents leave with the last event; what follows it is only for the books, and soon there. */
  readonly #onClose = () => {
    const { answer } = this.#job;
    if (this.#over) return;
    if (!answer.ended || !answer.isWhole) {
      return this.#finish({ kind: "aborted", error: new AgentGoneError(), taken: this.#sent }, ignore);
    }
    if (answer.counted) return this.#finish(this.#endOfAnswer(), ignore);
    this.#deadlines.rest();
    this.#readOn = setTimeout(() => this.#finish(this.#endOfAnswer(), ignore), readOnMs);
    this.#body?.resume();
  };

  /** The first end counts. `answerAgent` runs before anybody else hears of it. */
  #finish(end: RelayEnd, answerAgent: () => void): void {
    if (this.#over) return;
    this.#over = true;
    this.#deadlines.end();
    clearTimeout(this.#readOn);
    this.#job.response.off("close", this.#onClose);
    if (!this.#incoming?.complete) this.#upstream?.destroy();
    try {
      answerAgent();
    } catch {
      // It cannot be told; the call is booked all the same.
      this.#job.response.destroy();
    }
    this.#resolve(end);
  }
}

function ignore(): void {}
