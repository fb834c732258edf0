import { join } from "node:path";
import { beginningOf } from "./key-files.ts";

/**
 * How files begin that hold what agents did: results, exported runs, the page, a table of cells, trajectories,
 * receipts.
 */
const beginnings = [
  /^\s*\{\s*"receipt"\s*:\s*\d+\s*,\s*"suite"\s*:/,
  /^\s*(?:\[\s*)?\{\s*"suite"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"passed"\s*:\s*\d+\s*,\s*"failed"\s*:/,
  /^\s*\{\s*"format"\s*:\s*"x-run"/,
  /<title>x report<\/title>/,
  /^\ufeff?run_id,kind,name,subject,task,run,outcome,score,subject_usd,judge_usd,/,
  /^\s*\{\s*"schema_version"\s*:\s*"ATIF-[^"]*"\s*,\s*"session_id"\s*:\s*"[0-9a-f]{6}-[0-9a-z]+\//,
];
/** What JUnit XML of runs says about each run. Other tools put such files together, so it may come late. */
const junit =
  /<property name="run" value="[^"]*"\s*\/>\s*<property name="kind" value="[^"]*"\s*\/>\s*<property name="simulated" value="(?:true|false)"\s*\/>/;
/** What stands unseen behind the summary of results in Markdown; other steps may have written before it. */
const markdown = /· run `[^`\n]+` <!-- x report -->/;

const readable = /(?:\.(?:json|jsonl|ndjson|html?|txt|log|out|xml|md|markdown|csv)|^[^.]+)$/i;
const pageLike = /(?:\.(?:txt|log|out|md|markdown)|^[^.]+)$/i;
/** What editors and people add to the name of a file that they put aside. */
const aside = /(?:~|#|\.(?:bak|backup|old|orig|save|tmp|copy|\d+))+$/i;
const headBytes = 4_096;
const mostBytes = 2 ** 20;

/**
 * Whether a file holds what agents did in earlier runs, or what was expected of them: results, exported runs and
 * reports, in every form that they are written in. Known by marks in its content, whatever its name, if that is one of
 * texts. Mostly 4 KiB are read, at most the first MiB. Never throws.
 */
export function isLeftByRuns(folder: string, file: string): boolean {
  const name = file.replace(aside, "");
  if (!readable.test(name)) return false;
  const path = join(folder, file);
  const head = beginningOf(path, headBytes);
  if (beginnings.some((mark) => mark.test(head))) return true;
  const marks = [...(head.includes("<testsuite") ? [junit] : []), ...(pageLike.test(name) ? [markdown] : [])];
  if (marks.length === 0 || head.includes("\0")) return false;
  const isAll = Buffer.byteLength(head) < headBytes;
  const text = isAll ? head : beginningOf(path, mostBytes);
  return marks.some((mark) => mark.test(text));
}
