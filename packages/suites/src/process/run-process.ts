import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Duplex, Readable, Writable } from "node:stream";
import { awakeTimeout } from "./awake-timeout.ts";
import { OutputCollector } from "./captured-output.ts";
import type { Ending, Exit } from "./exit.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { killTree, type ProcessTree } from "./process-tree.ts";
import { type StandardPipes, standardPipes } from "./standard-pipes.ts";

/** A process to run until all of it is dead. */
export interface ProcessRequest {
  argv: readonly [string, ...string[]];
  cwd?: string;
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Default: nothing, and closed. */
  stdin?: string | Uint8Array;
  /**
   * Its stdin, stdout and stderr can be opened by their names, `/dev/stdin` and so on, as programs of other people do.
   * It takes one process more to start it.
   */
  openable?: boolean;
  /** Readable by the process as descriptors 4, 5, … in this order. */
  inputs?: readonly (string | Uint8Array)[];
  /** Of time in which this process was awake. */
  timeoutMs?: number;
  /** Bytes kept of each stream. Default 1 MiB. */
  keepBytes?: number;
  /** Bytes on both streams together after which it is ended. Default: no end. */
  maxOutputBytes?: number;
  signal?: AbortSignal;
  onOutput?: (stream: "stdout" | "stderr", chunk: Buffer) => void;
  /** What belongs to the process, asked once it has an id. */
  tree: (pid: number) => ProcessTree;
  /**
   * When given, descriptor 3 goes both ways: the first line written there says that the real program is about to run,
   * and is passed on. Once this is done, an empty line there tells the process to begin; it is never sent ahead, so
   * whoever waits for it knows that this process was alive then, and reads an end when it has died before. A process
   * that ends without its line counts as not started.
   */
  onReady?: (line: string) => void | Promise<void>;
  /** Asked every 50 ms; an answer ends the process for that reason. */
  watch?: (pids: readonly number[]) => Ending | null;
}

const watchEveryMs = 50;
const closeWithinMs = 2000;
const hangUpWithinMs = 10;

/** What a terminal sends to all of its processes, as exit codes: Ctrl-C, Ctrl-\\, its own end. */
const terminalCodes = new Set(["SIGINT", "SIGQUIT", "SIGHUP"].map((name) => codeOf(name as NodeJS.Signals)));

/** Runs a process and ends its whole tree. Never throws for what the process does; failure is data. */
export async function runProcess(request: ProcessRequest): Promise<Exit> {
  return run(request, false);
}

async function run(request: ProcessRequest, isAgain: boolean): Promise<Exit> {
  const start = performance.now();
  const keep = request.keepBytes ?? 1 << 20;
  const out = new OutputCollector(keep);
  const err = new OutputCollector(keep);
  let ending: Ending = "itself";
  let ready = request.onReady === undefined;
  const facts = (code: number | null, alive: readonly number[], reason?: string): Exit => ({
    ended: reason === undefined ? ending : "not-started",
    code,
    signal: code === null ? null : signalOf(code),
    timedOut: ending === "timeout",
    oom: ending === "memory" ? true : null,
    stdout: out.result(),
    stderr: err.result(),
    durationMs: performance.now() - start,
    alive,
    ...(reason === undefined ? {} : { reason }),
  });
  const calledOff = () => facts(null, [], "it was called off before it began");
  if (request.signal?.aborted) return calledOff();
  using pipes = request.openable ? await standardPipes() : null;
  if (request.signal?.aborted) return calledOff();

  let child: ChildProcess;
  try {
    child = spawnIt(request, pipes);
  } catch (error) {
    return facts(null, [], `${request.argv[0]} could not be started: ${(error as Error).message}`);
  }
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  if (child.pid === undefined) {
    return facts(null, [], `${request.argv[0]} could not be started: ${(await failed).message}`);
  }
  const stdin = pipes?.stdin ?? child.stdin!;
  const stdout = pipes?.stdout ?? child.stdout!;
  const stderr = pipes?.stderr ?? child.stderr!;
  const tree = request.tree(child.pid);
  const exited = new Promise<number>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? (signal ? codeOf(signal) : 128))),
  );
  const closed = Promise.all(
    [child, stdout, stderr].map((each) => new Promise<void>((resolve) => each.once("close", resolve))),
  );

  const stop = (why: Ending) => {
    if (ending !== "itself") return;
    ending = why;
    // Not by its number, which may be another's when it has ended.
    child.kill("SIGKILL");
    void killTree(tree);
  };
  const collect = (stream: "stdout" | "stderr", collector: OutputCollector) => (chunk: Buffer) => {
    collector.push(chunk);
    request.onOutput?.(stream, chunk);
    if (out.bytes + err.bytes > (request.maxOutputBytes ?? Number.POSITIVE_INFINITY)) stop("output");
  };
  stdout.on("data", collect("stdout", out));
  stderr.on("data", collect("stderr", err));
  if (request.onReady) {
    const line = child.stdio[3] as Duplex;
    readLine(line, async (text) => {
      ready = true;
      await request.onReady?.(text);
      line.write("\n");
    });
  }
  feed(stdin, request.stdin);
  request.inputs?.forEach((input, index) => {
    feed(child.stdio[index + 4] as Writable, input);
  });

  const { timeoutMs } = request;
  const inTime = timeoutMs === undefined ? null : awakeTimeout(timeoutMs, () => stop("timeout"));
  const onAbort = () => stop("abort");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  const { watch } = request;
  const watcher = setInterval(() => {
    const why = watch?.(tree.alive());
    if (why) stop(why);
  }, watchEveryMs);
  if (!watch) clearInterval(watcher);

  const code = await exited;
  if (request.onReady) await hangUp(child.stdio[3] as Duplex);
  clearInterval(watcher);
  inTime?.();
  request.signal?.removeEventListener("abort", onAbort);
  await killTree(tree);
  await settle([...child.stdio, stdout, stderr], closed);
  // Only now everything it said about itself was read, so only now the tree is known for certain.
  const alive = await killTree(tree);
  if (!ready && ending === "itself") {
    // Between its birth and a session of its own it was in ours, where a signal from the terminal reached it too.
    if (!isAgain && terminalCodes.has(code)) return run(request, true);
    return facts(null, alive, err.result().text.trim() || `it ended with ${code} before it began`);
  }
  return facts(code, alive);
}

function spawnIt(request: ProcessRequest, pipes: StandardPipes | null): ChildProcess {
  const [program, ...args] = request.argv;
  const given: ("pipe" | "ignore" | number)[] = [
    ...(pipes?.theirs ?? (["pipe", "pipe", "pipe"] as const)),
    request.onReady ? "pipe" : "ignore",
    ...(request.inputs ?? []).map(() => "pipe" as const),
  ];
  // In place of each descriptor that it would get from us, of a folder of the host perhaps, it gets one that leads
  // nowhere: there is no way to close one of a child, and to close ours would take it from whoever opened it.
  const others = new Set(inheritedDescriptors().filter((descriptor) => given[descriptor] !== "pipe"));
  const stdio = Array.from({ length: Math.max(given.length, 1 + Math.max(0, ...others)) }, (_, at) =>
    others.has(at) ? "pipe" : (given[at] ?? "ignore"),
  );
  const child = spawn(program, args, {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    // A session of its own, so that a terminal's Ctrl+C reaches us and not it.
    detached: true,
    stdio,
  });
  // There are none when the system had no room for them: then it was not started.
  for (const descriptor of others) child.stdio?.[descriptor as 3]?.destroy();
  pipes?.handOver();
  return child;
}

/**
 * Whoever at the other end still waits for a word, or for this process to die, is told that none will come, and has a
 * moment to go by itself, which is quicker than being looked for.
 */
function hangUp(line: Duplex): Promise<void> {
  if (line.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, hangUpWithinMs);
    line.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    line.end();
  });
}

/** Waits until all output was read. Someone outside the tree may hold a pipe open; it is let go after a while. */
async function settle(
  streams: readonly (Readable | Writable | null | undefined)[],
  closed: Promise<unknown>,
): Promise<void> {
  const giveUp = setTimeout(() => {
    for (const stream of streams) stream?.destroy();
  }, closeWithinMs);
  await closed;
  clearTimeout(giveUp);
}

function feed(stream: Writable, data: string | Uint8Array | undefined): void {
  // A process that does not read what it is given is not an error.
  stream.on("error", () => {});
  stream.end(data ?? "");
}

function readLine(stream: Readable, onLine: (line: string) => void): void {
  let text = "";
  let done = false;
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    if (done) return;
    text += chunk.toString("latin1");
    const end = text.indexOf("\n");
    if (end === -1 && text.length < 4096) return;
    done = true;
    onLine(text.slice(0, end === -1 ? undefined : end));
  });
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

const signalNames = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number as number, name]),
);

/** The signal that an exit code stands for, as shells say it; null for one that stands for none. */
export function signalOf(code: number): string | null {
  return code > 128 ? (signalNames.get(code - 128) ?? null) : null;
}
