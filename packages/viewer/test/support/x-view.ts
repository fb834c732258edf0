import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { inject } from "vitest";

const bin = inject("x");
const { PATH, HOME, TMPDIR } = process.env;
const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: resolve(bin, "../../../../../compiled") };

/** The real `x view` on a folder, ended at the end of the block; `link` is what it prints. */
export interface RealView extends AsyncDisposable {
  link: string;
  /** Its end, when it ends by itself. */
  ended: Promise<{ code: number | null; stderr: string }>;
}

/** Starts it. */
export async function xView(folder: string, ...words: string[]): Promise<RealView> {
  const child = spawn(process.execPath, [bin, "view", ...words], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.includes("\n")) resolve(out.trim());
    });
    child.on("close", (code) => reject(new Error(`x view ended with ${code}: ${err}`)));
  });
  return {
    link,
    ended: new Promise((resolve) => {
      child.on("close", (code) => resolve({ code, stderr: err }));
    }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** Runs `x` to its end. */
export async function runX(
  folder: string,
  ...words: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, stdout, stderr };
}
