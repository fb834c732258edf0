import { spawn } from "node:child_process";
import { join } from "node:path";
import type { AgentShell, ShellExit } from "../../../src/agent/agent-shell.ts";

/** A shell on this machine with nothing around it: a process group that is killed when the command has ended. */
export function hostShell(workspace: string, scratch: string): AgentShell {
  return {
    workspace,
    program: "bash",
    scratch: { path: scratch, inside: scratch },
    exec(line, { cwd, env, stdin, timeoutMs, signal, onOutput }) {
      return new Promise<ShellExit>((resolve, reject) => {
        if (signal?.aborted) return resolve({ kind: "cancelled" });
        const child = spawn("bash", ["--norc", "-c", line], {
          cwd: join(workspace, cwd ?? ""),
          env: { PATH: process.env.PATH ?? "/usr/bin:/bin", ...env },
          detached: true,
          stdio: ["pipe", "pipe", "pipe"],
        });
        let end: ShellExit | undefined;
        const stop = (why: ShellExit) => {
          end ??= why;
          kill(child.pid);
        };
        const timer = setTimeout(() => stop({ kind: "timed-out" }), timeoutMs);
        const onAbort = () => stop({ kind: "cancelled" });
        signal?.addEventListener("abort", onAbort, { once: true });
        child.stdin.on("error", () => {});
        child.stdin.end(stdin ?? "");
        child.stdout.on("data", (chunk: Buffer) => onOutput?.(chunk, "stdout"));
        child.stderr.on("data", (chunk: Buffer) => onOutput?.(chunk, "stderr"));
        child.once("error", reject);
        child.once("exit", (code, by) => {
          kill(child.pid);
          end ??= code === null ? { kind: "killed", signal: by ?? "" } : { kind: "exited", exitCode: code };
        });
        child.once("close", () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          resolve(end ?? { kind: "cancelled" });
        });
      });
    },
  };
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It is dead already.
  }
}
