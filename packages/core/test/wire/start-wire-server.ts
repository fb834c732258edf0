import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { anthropicMessages } from "./anthropic-messages.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Wire, WireAnswer, WireEvent, WireReply, WireRequest, WireUsage } from "./wire.ts";

/** All wires a server speaks; the path of a request says which. */
const wires: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, gemini];

/** Options of a wire server. */
export interface WireServerOptions {
  /** What is answered: always the same, one after the other (a 500 when they run out), or as a function says. */
  reply: WireReply | readonly WireReply[] | ((request: WireRequest) => WireReply | Promise<WireReply>);
}

/** A provider on loopback. Dispose of it and all its connections end. */
export interface WireServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`, no path. */
  url: string;
  /** Variables that lead every provider here, with a key for each. */
  env: Record<string, string>;
  /** Everything asked so far, oldest first. */
  requests: WireRequest[];
  /** Tokens billed so far, over all requests. */
  readonly billed: Required<Omit<WireUsage, "cacheWriteHour">>;
}

/** Starts a server that speaks Anthropic Messages, OpenAI Responses, OpenAI Chat and Gemini, JSON and SSE. */
export async function startWireServer({ reply }: WireServerOptions): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const next = (request: WireRequest) => {
    if (typeof reply === "function") return reply(request);
    if (!Array.isArray(reply)) return reply as WireReply;
    const left: WireReply = { type: "refusal", status: 500, message: "No reply is left" };
    return (reply[requests.length - 1] as WireReply | undefined) ?? left;
  };
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const wire = wires.find((each) => each.matches(path));
    const body = await readBody(incoming);
    if (!wire || incoming.method !== "POST")
      return send(outgoing, 404, {}, { error: { message: `No ${path} here` } });
    const request: WireRequest = {
      wire: wire.name,
      path,
      headers: incoming.headers,
      body,
      model: wire.modelOf(path, body),
      streamed: wire.isStreamed(path, body),
      requestId: `req_${String(requests.length + 1).padStart(12, "0")}`,
      billed: undefined,
      clientGone: false,
    };
    requests.push(request);
    outgoing.on("close", () => {
      request.clientGone = !outgoing.writableFinished && !hungUp.has(outgoing);
    });
    await answerWith(await next(request), wire, request, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: environment(url),
    requests,
    get billed() {
      return sumUsage(requests);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers whose connection we broke ourselves. */
const hungUp = new WeakSet<ServerResponse>();

async function answerWith(reply: WireReply, wire: Wire, request: WireRequest, outgoing: ServerResponse) {
  switch (reply.type) {
    case "answer":
      request.billed = reply.usage;
      return request.streamed
        ? sendEvents(reply, wire, request, outgoing)
        : sendJson(reply, wire, request, outgoing);
    case "refusal": {
      const headers = { ...wire.headers(request.requestId), ...reply.headers };
      return send(outgoing, reply.status, headers, wire.refusal(reply, request.requestId));
    }
    case "garbage": {
      const type = reply.contentType ?? (request.streamed ? "text/event-stream" : "application/json");
      outgoing.writeHead(200, { ...wire.headers(request.requestId), "content-type": type });
      return outgoing.end(reply.body);
    }
    case "endless": {
      const type = request.streamed ? "text/event-stream" : "application/json";
      outgoing.writeHead(200, { ...wire.headers(request.requestId), "content-type": type });
      while (!outgoing.destroyed) {
        await writeBytes(outgoing, Buffer.from(reply.piece));
        await sleep(reply.gapMs);
      }
      return;
    }
    case "silence":
      return;
    case "hang-up":
      return hangUp(outgoing);
  }
}

async function sendJson(answer: WireAnswer, wire: Wire, request: WireRequest, outgoing: ServerResponse) {
  const bytes = Buffer.from(JSON.stringify(wire.json(answer, request)));
  const ending = answer.ending ?? { type: "whole" };
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  outgoing.writeHead(200, { ...wire.headers(request.requestId), "content-type": "application/json" });
  await writeBytes(outgoing, ending.type === "whole" ? bytes : half, answer.chunkBytes);
  if (ending.type === "cut") return hangUp(outgoing);
  if (ending.type !== "stall") outgoing.end();
}

async function sendEvents(answer: WireAnswer, wire: Wire, request: WireRequest, outgoing: ServerResponse) {
  const ending = answer.ending ?? { type: "whole" };
  const all = wire.events(answer, request);
  const until = "after" in ending ? ending.after : all.length;
  const sent = all.filter((event, index) => index < until && !(ending.type === "short" && event.closing));
  const closing = ending.type === "error" ? [wire.errorEvent(ending.error, ending.message)] : [];
  outgoing.writeHead(200, {
    ...wire.headers(request.requestId),
    "content-type": "text/event-stream; charset=utf-8",
  });
  outgoing.flushHeaders();
  const opening: WireEvent[] = answer.garbageFirst === undefined ? [] : [{ data: answer.garbageFirst }];
  for (const event of [...opening, ...sent, ...closing]) {
    if (outgoing.destroyed) return;
    await writeBytes(outgoing, Buffer.from(toFrame(event)), answer.chunkBytes);
    if (answer.eventGapMs) await sleep(answer.eventGapMs);
  }
  if (ending.type === "cut") return hangUp(outgoing);
  if (ending.type !== "stall") outgoing.end();
}

function toFrame({ event, data }: WireEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event ? `event: ${event}\n` : ""}data: ${text}\n\n`;
}

/** Small writes wait for the socket, so that they leave as packets of their own. */
async function writeBytes(outgoing: ServerResponse, bytes: Buffer, chunkBytes = bytes.length) {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (outgoing.destroyed) return;
    await new Promise((resolve) => outgoing.write(bytes.subarray(at, at + chunkBytes), resolve));
  }
}

function hangUp(outgoing: ServerResponse) {
  hungUp.add(outgoing);
  outgoing.socket?.destroy();
}

function send(outgoing: ServerResponse, status: number, headers: Record<string, string>, body: unknown) {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return {};
  }
}

function environment(url: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: "key-of-anthropic",
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: "key-of-openai",
    OPENAI_BASE_URL: `${url}/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: "key-of-google",
    GOOGLE_GEMINI_BASE_URL: url,
    OPENROUTER_API_KEY: "key-of-openrouter",
    OPENROUTER_BASE_URL: `${url}/v1`,
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
    OLLAMA_HOST: url,
  };
}

function sumUsage(requests: readonly WireRequest[]): Required<Omit<WireUsage, "cacheWriteHour">> {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  for (const { billed } of requests) {
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += billed?.[key] ?? 0;
  }
  return total;
}
