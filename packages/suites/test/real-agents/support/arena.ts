import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CallRecord, createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { parseAgent } from "../../../src/agent/create-agent.ts";
import type { BenchConfig } from "../../../src/bench/bench-config.ts";
import { runSuite } from "../../../src/bench/run-suite.ts";
import { processIds } from "../../../src/process/process-table.ts";
import type { CaseResult, CaseRun } from "../../../src/results/suite-results.ts";
import { chooseSandbox } from "../../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../../src/suite/read-suite.ts";
import type { TranscriptEvent } from "../../../src/transcript/transcript-event.ts";
import type { RealAgent } from "./agents.ts";
import { crashScript } from "./behaviours.ts";
import { whereToFind } from "./install-agents.ts";
import { type Behaviour, type ModelServer, startModelServer } from "./model-server.ts";
import { createSlots } from "./slots.ts";

/** What one agent made of one case. */
export interface Fought extends AsyncDisposable {
  result: CaseResult;
  run: CaseRun;
  server: ModelServer;
  store: RunStore;
  runId: string;
  /** Folder with the store file (`x.db`), the project (`work`) and kept workspaces (`kept`). */
  path: string;
  calls: CallRecord[];
  events: TranscriptEvent[];
  transcript: string;
  /** Seconds, all in all. */
  seconds: number;
  /** Processes of this machine that have something of this case in them. */
  alive(): number[];
  /** How many there were when the agent first asked its model; shows that they can be seen. */
  wereAlive: number;
}

/** A case as a suite has it, and how it is run. */
export interface Fight extends Partial<BenchConfig> {
  it?: Record<string, unknown>;
}

/** Agents take seconds of both cores to begin. */
const slots = createSlots(3);

/** Lets a real agent work on one case, by the way of every user: suite file, workspace, sandbox, gateway, store. */
export function fight(agent: RealAgent, behave: Behaviour, how: Fight = {}): Promise<Fought> {
  return slots(() => fightNow(agent, behave, how));
}

async function fightNow(agent: RealAgent, behave: Behaviour, { it, ...more }: Fight): Promise<Fought> {
  const path = await mkdtemp(join(tmpdir(), "x-real-"));
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  const mark = randomUUID();
  const alive = () => processesOf([mark, path]);
  let wereAlive = 0;
  const server = await startModelServer((request, call) => {
    if (call === 1) wereAlive = alive().length;
    return behave(request, call);
  });
  const store = createSqliteStore(join(path, "x.db"));
  put("work/start.txt", "one\n");
  put("work/crash.sh", crashScript);
  put("work/check.sh", "grep -q two done.txt\n");
  const whole = {
    id: "case",
    prompt: "Write done.txt.",
    expect: ["file:done.txt exists"],
    env: ["X_MARK"],
    ...it,
  };
  const defaults = { budget: 1, timeout: 60 };
  put("suite.json", JSON.stringify({ name: "real", workspace: "work", defaults, cases: [whole] }));
  const events: TranscriptEvent[] = [];
  const started = performance.now();
  const { results } = await runSuite({
    suite: await readSuite(join(path, "suite.json")),
    agents: [{ name: agent.name, agent: parseAgent(agent.name, { find: whereToFind(agent.cli) }) }],
    model: agent.model,
    sandbox: await chooseSandbox("auto"),
    ...{ store, folder: path, servers: { env: server.env }, env: { X_MARK: mark } },
    limits: { backoffBaseMs: 1 },
    keep: join(path, "kept"),
    onCaseEvent: (_, event) => events.push(event),
    ...more,
  });
  const seconds = (performance.now() - started) / 1000;
  const result = results.cases[0]!;
  const cell = { subject: agent.name, task: "case", run: 0 };
  const attempts = await store.attempts(results.run, cell);
  const artifact = await store.artifact(results.run, cell, attempts.length, "transcript");
  return {
    ...{ result, run: result.runs[0]!, server, store, runId: results.run, path, events, seconds },
    calls: await all(store.calls(results.run)),
    transcript: String(artifact?.content ?? ""),
    ...{ alive, wereAlive },
    async [Symbol.asyncDispose]() {
      await store.close();
      await server[Symbol.asyncDispose]();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function all<T>(things: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const thing of things) found.push(thing);
  return found;
}

/** Processes that have one of these texts in their variables, their command line or their folder. */
function processesOf(texts: readonly string[]): number[] {
  const has = (pid: number) => {
    const facts = [read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`), folderOf(pid)].join("\n");
    return texts.some((text) => facts.includes(text));
  };
  return processIds().filter((pid) => pid !== process.pid && has(pid));
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
