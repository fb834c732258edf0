// `npm run perf -- gateway [calls]`: what the gateway adds to the first byte of an answer, and 200 streams at once.
// Provider, gateway and agent are processes of their own, so that none waits for the work of another.
import { type ChildProcess, fork } from "node:child_process";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAccount } from "@flow-state-dev/core";
import { openGateway } from "../packages/suites/src/gateway/open-gateway.ts";
import { printFigures } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

interface Row {
  wire: string;
  promptKb: number;
  /** Milliseconds to the first byte of the answer, straight to the provider. */
  directMs: number;
  throughMs: number;
  /** Median and 95th percentile of what the gateway adds, pair by pair. */
  addedMs: number;
  addedP95Ms: number;
}

const columns: readonly Column<Row>[] = [
  { title: "wire", of: ({ wire }) => wire },
  { title: "prompt kB", of: ({ promptKb }) => promptKb },
  { title: "direct ms", of: ({ directMs }) => directMs, digits: 3 },
  { title: "through ms", of: ({ throughMs }) => throughMs, digits: 3 },
  { title: "added ms (median)", of: ({ addedMs }) => addedMs, digits: 3 },
  { title: "added ms (95 %)", of: ({ addedP95Ms }) => addedP95Ms, digits: 3 },
];

const self = fileURLToPath(import.meta.url);
const agent = new Agent({ keepAlive: true });
const events = 40;
const key = "sk-perf-0000000000000000";

const paths: Readonly<Record<string, string>> = { messages: "/v1/messages", chat: "/v1/chat/completions" };

/** A provider that answers at once with a stream of 40 events, 2 ms apart when it is asked slowly. */
function serveProvider(): void {
  const server = createServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    const gapMs = Number(incoming.headers["x-gap-ms"] ?? 0);
    const chat = incoming.url === paths.chat;
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    const send = (data: unknown) => outgoing.write(`data: ${JSON.stringify(data)}\n\n`);
    if (!chat) send({ type: "message_start", message: { usage: { input_tokens: 1_000, output_tokens: 1 } } });
    for (let at = 0; at < events; at++) {
      const text = `piece number ${at} of the answer `;
      if (chat) send({ choices: [{ index: 0, delta: { content: text } }] });
      else send({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
      if (gapMs > 0) await sleep(gapMs);
    }
    if (chat) {
      send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
      send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 400 } });
      outgoing.end("data: [DONE]\n\n");
    } else {
      send({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 400 } });
      send({ type: "message_stop" });
      outgoing.end();
    }
  });
  server.listen(0, "127.0.0.1", () => tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

async function serveGateway(provider: string): Promise<void> {
  const env = {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: provider,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${provider}/v1`,
  };
  const gateway = await openGateway({ account: createAccount({ name: "perf", limitUsd: 1_000_000 }), env });
  tell(gateway.url);
  process.once("SIGTERM", () => void gateway.close().then(() => process.exit(0)));
  process.on("message", () => {
    const { calls, complete, usage } = gateway.totals;
    process.send?.({ calls, complete, outputTokens: usage.outputTokens, mb: memoryMb() });
  });
}

function tell(url: string): void {
  process.send?.(url);
}

function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / 1e6);
}

/** Milliseconds to the first byte, and to the end. */
function call(
  base: string,
  wire: string,
  body: Buffer,
  gapMs = 0,
): Promise<{ firstMs: number; totalMs: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "x-gap-ms": String(gapMs),
    };
    const sent = request(`${base}${paths[wire]}`, { method: "POST", headers, agent }, (response) => {
      let firstMs: number | undefined;
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        firstMs ??= performance.now() - started;
        bytes += chunk.length;
      });
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`Status ${response.statusCode}`));
        resolve({ firstMs: firstMs ?? Number.NaN, totalMs: performance.now() - started, bytes });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function bodyOf(wire: string, kilobytes: number): Buffer {
  const model = wire === "chat" ? "gpt-4o" : "claude-sonnet-4-5";
  const turn = (at: number) => ({
    role: at % 2 ? "assistant" : "user",
    content: `${"some words ".repeat(90)}${at}`,
  });
  const messages = Array.from({ length: Math.max(1, kilobytes) }, (_, at) => turn(at));
  return Buffer.from(JSON.stringify({ model, max_tokens: 1_000, stream: true, messages }));
}

async function measure(
  provider: string,
  gateway: string,
  wire: string,
  promptKb: number,
  calls: number,
): Promise<Row> {
  const body = bodyOf(wire, promptKb);
  const direct: number[] = [];
  const through: number[] = [];
  const added: number[] = [];
  for (let at = -50; at < calls; at++) {
    // Which goes first changes, so that neither has the warmer machine.
    const order = at % 2 ? [provider, gateway] : [gateway, provider];
    const times = new Map<string, number>();
    for (const base of order) times.set(base, (await call(base, wire, body)).firstMs);
    if (at < 0) continue;
    direct.push(times.get(provider)!);
    through.push(times.get(gateway)!);
    added.push(times.get(gateway)! - times.get(provider)!);
  }
  return {
    wire,
    promptKb,
    directMs: at(direct, 0.5),
    throughMs: at(through, 0.5),
    addedMs: at(added, 0.5),
    addedP95Ms: at(added, 0.95),
  };
}

/** 200 streams at once: how long the last takes, straight and through. */
async function crowd(base: string): Promise<{ firstMs: number; lastMs: number }> {
  const body = bodyOf("messages", 10);
  const done = await Promise.all(Array.from({ length: 200 }, () => call(base, "messages", body, 2)));
  const first = done.map(({ firstMs }) => firstMs);
  return { firstMs: at(first, 0.5), lastMs: Math.max(...done.map(({ totalMs }) => totalMs)) };
}

function at(values: readonly number[], quantile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))]!.toFixed(3));
}

async function start(...words: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(self, words, { execArgv: ["--conditions=@flow-state-dev/source"] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve(String(message)));
    child.once("exit", (code) => reject(new Error(`${words[0]} ended with ${code}`)));
  });
  return { child, url };
}

const [word, address = ""] = process.argv.slice(2);
if (word === "provider") serveProvider();
else if (word === "gateway") await serveGateway(address);
else {
  const calls = Number(word ?? 400);
  const provider = await start("provider");
  const gateway = await start("gateway", provider.url);
  try {
    console.log(
      `${calls} pairs of calls one after the other: straight to the provider, and through the gateway`,
    );
    const rows: Row[] = [];
    for (const wire of Object.keys(paths)) {
      for (const promptKb of [1, 50, 300]) {
        rows.push(await measure(provider.url, gateway.url, wire, promptKb, calls));
      }
    }
    console.log(tableText(columns, rows));
    await crowd(gateway.url);
    const straight = await crowd(provider.url);
    const through = await crowd(gateway.url);
    gateway.child.send("totals");
    const totals = await new Promise<{ mb: number }>((resolve) => {
      gateway.child.once("message", (message) => resolve(message as { mb: number }));
    });
    console.log(
      `200 streams at once: last ends after ${straight.lastMs.toFixed(0)} ms straight, ` +
        `${through.lastMs.toFixed(0)} ms through; gateway at ${totals.mb} MB`,
    );
    printFigures("gateway", { rows, parallel: { streams: 200, straight, through, totals } });
  } finally {
    agent.destroy();
    gateway.child.kill();
    provider.child.kill();
  }
}
