import { readlinkSync } from "node:fs";
import { systemReason } from "../text/system-reason.ts";
import { toldError } from "../text/told-error.ts";

/** Commands that keep what they ran, whatever becomes of their output. */
const keeping: ReadonlySet<string> = new Set(["bench", "compare", "run"]);

/**
 * What a person is told, on stderr, when what goes to stdout cannot be written: where it went, why, and what to do.
 *
 * @param words what was typed after `x`
 * @param place where stdout goes, when that is known
 */
export function unwrittenText(
  error: unknown,
  words: readonly string[],
  place: string | null = stdoutPlace(),
): string {
  const why = systemReason(error) ?? String(error);
  const where = place === null ? "stdout" : `stdout, which goes to ${place},`;
  const isRun = keeping.has(words[0] ?? "") && !words.some((word) => /^(--plan|--help|-h)$/.test(word));
  const kept = isRun ? " What was run is kept: x show last." : "";
  return toldError(
    `The output is lost: ${where} could not be written: ${why}. Make room there, or send it elsewhere.${kept}`,
  );
}

/** The file or device that stdout goes to, where the system tells; null for pipes and where it does not. */
function stdoutPlace(): string | null {
  try {
    const place = readlinkSync("/proc/self/fd/1");
    return place.startsWith("/") ? place : null;
  } catch {
    return null;
  }
}
