import { type ExecFileException, execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { passingFolder } from "../workspace/passing-folder.ts";
import type { Availability, Sandbox } from "./sandbox.ts";

/** A daemon may have to be started for the answer; one that hangs never gives it. */
const answerMs = 30_000;

/**
 * Tries a sandbox for real: its program answers, and a command inside writes a file that is there outside. Throws the
 * machine's own error when there is no room for that file outside either.
 */
export async function probe(
  sandbox: Sandbox,
  version: readonly [string, ...string[]],
  withinMs = answerMs,
): Promise<Availability> {
  const [program, ...args] = version;
  let told: string;
  try {
    const limits = { timeout: withinMs, killSignal: "SIGKILL" } as const;
    told = (await promisify(execFile)(program, args, limits)).stdout;
  } catch (error) {
    const { code, message, killed } = error as ExecFileException;
    if (code === "ENOENT") return { ok: false, reason: `${program} is not installed` };
    const late = killed ? `: no answer within ${withinMs / 1000} s` : "";
    return { ok: false, reason: tellingLine(message) + late };
  }
  await using folder = await passingFolder();
  const exit = await sandbox.exec(
    { shell: "echo works >proof && cat proof" },
    { workspace: { path: folder.path }, limits: { timeMs: 20_000 } },
  );
  const proof = await readFile(join(folder.path, "proof"), "utf8").catch(() => "");
  if (exit.code !== 0 || proof !== "works\n") {
    // Where nothing can be written, on a full disk, nothing is known of the sandbox: that is told instead.
    await writeFile(join(folder.path, "proof"), "works\n");
    const why = exit.reason ?? exit.stderr.text;
    return { ok: false, reason: tellingLine(why) || `a command inside it ended with ${exit.code}` };
  }
  const number = /\d+(\.\d+)+/.exec(told)?.[0];
  return number === undefined ? { ok: true } : { ok: true, version: number };
}

/** The line that names an error, else the first: container programs tell of the image that they look for before. */
function tellingLine(text: string): string {
  const lines = text.trim().split("\n");
  return (lines.find((line) => /^(\w+: )?error\b/i.test(line)) ?? lines[0]!).slice(0, 300);
}
