import { appendFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** GitHub takes at most 1 MiB a step, and nothing of a summary that is larger. */
const mostBytes = 900_000;

/**
 * Appends Markdown to the summary of a GitHub step, when there is one. What cannot be written is told and no reason to
 * fail.
 */
export function writeStepSummary(
  markdown: string,
  { env, stderr }: { env: NodeJS.ProcessEnv; stderr: { write(text: string): unknown } },
): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === "" || markdown === "") return;
  const bytes = Buffer.from(markdown);
  const text =
    bytes.length > mostBytes
      ? `${new StringDecoder("utf8").write(bytes.subarray(0, mostBytes))}\n\n…\n`
      : markdown;
  try {
    appendFileSync(file, text.endsWith("\n") ? text : `${text}\n`);
  } catch (error) {
    stderr.write(`warning: the summary could not be written to ${file}: ${(error as Error).message}\n`);
  }
}
