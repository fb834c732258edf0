import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { compileRegex } from "./regex.ts";

/** Where a regex was found; or that it was not; or that looking for it took too long or too much memory. */
export type MatchResult =
  | { kind: "found"; index: number; text: string }
  | { kind: "none" }
  | { kind: "too-slow" };

/** Program size × characters up to which looking takes a moment only, so that it needs no thread of its own. */
const quickWork = 2_000_000;
const longestShown = 200;

/**
 * Looks for a regex in a text. Time is in proportion to the text, but a large regex on a large text can still take
 * minutes; such work is done beside the event loop, and given up after `limitMs`.
 */
export async function findMatch(
  pattern: string,
  flags: string,
  text: string,
  limitMs = 20_000,
): Promise<MatchResult> {
  const check = compileRegex(pattern, flags);
  if (!check.ok) throw new Error(check.message);
  if (check.regex.programSize() * text.length <= quickWork) {
    const matcher = check.regex.matcher(text);
    if (!matcher.find()) return { kind: "none" };
    return { kind: "found", index: matcher.start(), text: (matcher.group() ?? "").slice(0, longestShown) };
  }
  return await findInThread({ pattern, bits: check.regex.flags(), text, longestShown }, limitMs);
}

const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { RE2JS } = require(workerData.re2js);
const matcher = RE2JS.compile(workerData.pattern, workerData.bits).matcher(workerData.text);
parentPort.postMessage(
  matcher.find()
    ? { kind: "found", index: matcher.start(), text: (matcher.group() ?? "").slice(0, workerData.longestShown) }
    : { kind: "none" },
);`;

function findInThread(work: Record<string, unknown>, limitMs: number): Promise<MatchResult> {
  const re2js = createRequire(import.meta.url).resolve("re2js");
  const worker = new Worker(program, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: { ...work, re2js },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  return new Promise<MatchResult>((resolve, reject) => {
    const timer = setTimeout(() => resolve({ kind: "too-slow" }), limitMs);
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ kind: "too-slow" }) : reject(error),
    );
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("The thread that looks for a regex ended without an answer."));
    });
  }).finally(() => worker.terminate());
}
