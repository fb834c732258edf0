import { spawn } from "node:child_process";
import { constants } from "node:os";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";

/*
 * Runs inside the sandbox, by itself: it is copied there, and imports nothing of ours. Reads what to do as JSON on
 * stdin, starts an agent, speaks the Agent Client Protocol (version 1, JSON-RPC in lines) with it, and writes every
 * message of either side to stdout with its direction: `>` to the agent, `<` from it. On SIGTERM it cancels the turn,
 * so that the agent can tell of its end.
 */

type Facts = Record<string, any>;

const { line, cwd, prompt } = JSON.parse(await text(process.stdin)) as Record<string, string>;
const cancelWithinMs = 3_000;
const leaveWithinMs = 1_000;
/** A mode without which an agent would ask, or not be able to write. */
const freeModes = ["agent-full-access"];

// In a group of its own, so that a signal to ours leaves it the time to end its turn.
const agent = spawn("sh", ["-c", line ?? ""], { stdio: ["pipe", "pipe", "inherit"], detached: true });
const waiting = new Map<number, (message: Facts) => void>();
let nextId = 1;
let sessionId: string | null = null;
/** What has come of a line. Only LF ends one: texts have other breaks in them, which `node:readline` takes for ends. */
let begun: string[] = [];

function show(dir: ">" | "<", message: Facts): void {
  process.stdout.write(`${JSON.stringify({ ...message, dir })}\n`);
}

function send(message: Facts): void {
  show(">", message);
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** The result of a request; leaves the program when it is refused. */
async function ask(method: string, params: Facts): Promise<Facts> {
  const id = nextId++;
  const answered = new Promise<Facts>((resolve) => waiting.set(id, resolve));
  send({ id, method, params });
  const { result, error } = await answered;
  if (error) await leave(1);
  return result ?? {};
}

function hear(message: Facts): void {
  show("<", message);
  if (message.method === undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.id !== undefined && message.id !== null) answer(message);
}

function hearLine(line: string): void {
  const message = messageIn(line) ?? messageIn(lastShown(line));
  if (message === null) process.stdout.write(`${line}\n`);
  else hear(message);
}

function messageIn(line: string): Facts | null {
  try {
    const message = JSON.parse(line);
    return typeof message === "object" && !Array.isArray(message) ? message : null;
  } catch {
    // Programs write other things too.
    return null;
  }
}

/** What a terminal would show of a line in the end: without orders to it, and what a later piece was written over. */
function lastShown(line: string): string {
  return stripVTControlCharacters(line).trimEnd().split("\r").at(-1)!;
}

/** Whatever it asks for is allowed: the sandbox around both of us says what it can do. */
function answer({ id, method, params }: Facts): void {
  if (method !== "session/request_permission") {
    send({ id, error: { code: -32601, message: `This client has no ${method}.` } });
    return;
  }
  const options: Facts[] = Array.isArray(params?.options) ? params.options : [];
  const chosen = ["allow_always", "allow_once"]
    .map((kind) => options.find((option) => option?.kind === kind))
    .find((option) => option !== undefined);
  const outcome = chosen ? { outcome: "selected", optionId: chosen.optionId } : { outcome: "cancelled" };
  send({ id, result: { outcome } });
}

/** What was written last may wait for its reader. */
async function exit(code: number): Promise<never> {
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(code);
}

async function leave(code: number): Promise<never> {
  agent.stdin.end();
  const gone = new Promise((resolve) => agent.once("exit", resolve));
  const late = new Promise((resolve) => setTimeout(resolve, leaveWithinMs));
  if (agent.exitCode === null && agent.signalCode === null) await Promise.race([gone, late]);
  try {
    process.kill(-agent.pid!, "SIGKILL");
  } catch {
    // It is gone.
  }
  return exit(code);
}

agent.stdin.on("error", () => {});
agent.once("error", () => process.exit(127));
agent.once("exit", (code, signal) => {
  // Its last lines may still be on their way.
  setTimeout(() => exit(code ?? 128 + (signal ? constants.signals[signal] : 0)), 200);
});
process.on("SIGTERM", () => {
  if (sessionId !== null) send({ method: "session/cancel", params: { sessionId } });
  setTimeout(() => leave(143), sessionId === null ? 0 : cancelWithinMs);
});
agent.stdout.setEncoding("utf8").on("data", (piece: string) => {
  const [first = "", ...others] = piece.split("\n");
  begun.push(first);
  for (const next of others) {
    hearLine(begun.join(""));
    begun = [next];
  }
});
agent.stdout.on("end", () => {
  const last = begun.join("");
  if (last !== "") hearLine(last);
});

const fs = { readTextFile: false, writeTextFile: false };
const { protocolVersion } = await ask("initialize", {
  protocolVersion: 1,
  clientCapabilities: { fs, terminal: false },
  clientInfo: { name: "x", version: "1" },
});
// One that says nothing of it is taken at its messages.
if (typeof protocolVersion === "number" && protocolVersion !== 1) await leave(1);
const session = await ask("session/new", { cwd, mcpServers: [] });
sessionId = String(session.sessionId);
const modes: Facts[] = Array.isArray(session.modes?.availableModes) ? session.modes.availableModes : [];
const free = modes.find((mode) => freeModes.includes(mode?.id));
if (free) await ask("session/set_mode", { sessionId, modeId: free.id });
await ask("session/prompt", { sessionId, prompt: [{ type: "text", text: prompt }] });
await leave(0);
