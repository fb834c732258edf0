import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** How a program is run. */
export interface MeasuredProgram {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** It is stopped after so long, with everything that it started. */
  timeoutMs: number;
}

/** What a program took. */
export interface Measured {
  wallMs: number;
  /** The most that it and the processes it started had in memory at one time; null where there is no /proc. */
  peakMb: number | null;
  /** Null when a signal ended it. */
  exitCode: number | null;
  stopped: boolean;
  stdout: string;
  stderr: string;
}

const pollMs = 25;

/** Runs a program to its end and watches what it takes. Never rejects for what the program does. */
export function runMeasured({ command, args, cwd, env, timeoutMs }: MeasuredProgram): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    // A group of its own, so that a program that is stopped takes its workers with it.
    const child = spawn(command, args, {
      ...{ cwd, env: { ...process.env, ...env }, detached: true },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr, stopped, peakKb] = ["", "", false, 0];
    child.stdout.on("data", (text) => {
      stdout = `${stdout}${text}`.slice(-100_000);
    });
    child.stderr.on("data", (text) => {
      stderr = `${stderr}${text}`.slice(-100_000);
    });
    const watch = setInterval(() => {
      peakKb = Math.max(peakKb, treeKb(child.pid!));
    }, pollMs);
    const limit = setTimeout(() => {
      stopped = true;
      process.kill(-child.pid!, "SIGKILL");
    }, timeoutMs);
    const end = () => {
      clearInterval(watch);
      clearTimeout(limit);
    };
    child.once("error", (error) => {
      end();
      reject(error);
    });
    let wallMs = 0;
    child.once("exit", () => {
      wallMs = performance.now() - started;
    });
    child.once("close", (exitCode) => {
      end();
      const peakMb = peakKb > 0 ? Math.round((peakKb * 1024) / 1e6) : null;
      resolve({ wallMs, peakMb, exitCode, stopped, stdout, stderr });
    });
  });
}

/**
 * Kilobytes of a process and all it has started. Of a process alone its own high-water mark counts, which misses
 * nothing between two looks; of several what they have now, since they need not have peaked together.
 */
function treeKb(pid: number): number {
  try {
    const below = childrenOf(pid);
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (below.length === 0) return kilobytes(status, "VmHWM");
    return [kilobytes(status, "VmRSS"), ...below.map(treeKb)].reduce((sum, each) => sum + each, 0);
  } catch {
    return 0;
  }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}
