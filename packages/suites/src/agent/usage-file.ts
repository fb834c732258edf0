import { noUsage, type Usage } from "@flow-state-dev/core";
import { countOf, factsOf, mostUsd, usdOf } from "../adapters/json-facts.ts";
import { type ForeignFile, readForeignFile } from "./read-foreign-file.ts";

/** What a program says it used. Null is unknown. */
export interface ReportedUsage {
  usage: Usage | null;
  costUsd: number | null;
  /** What was wrong with the report; null when nothing was. */
  warning: string | null;
}

const mostBytes = 64 * 1024;

const unknown = (warning: string | null): ReportedUsage => ({ usage: null, costUsd: null, warning });

/**
 * Reads `{"tokens":{"input":…,"output":…},"cost":…}` from the last line of a file that a program wrote. The file is
 * hostile: no link is followed, no pipe opened, and little is read. A file that is not there or empty reports nothing.
 */
export async function readUsageFile(path: string): Promise<ReportedUsage> {
  let file: ForeignFile;
  try {
    file = await readForeignFile(path, mostBytes);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return unknown(code === "ENOENT" ? null : "X_USAGE cannot be read, so the usage is unknown.");
  }
  switch (file.kind) {
    case "no-file":
      return unknown("X_USAGE is not a file any more, so the usage is unknown.");
    case "too-large":
      return unknown(`X_USAGE holds more than ${mostBytes / 1024} KiB, so the usage is unknown.`);
    case "text":
      return parseUsage(file.text);
  }
}

/** The same from the text of the file. */
export function parseUsage(text: string): ReportedUsage {
  const line = text.trim().split("\n").at(-1)!.trim();
  if (line === "") return unknown(null);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return unknown("The last line in X_USAGE is not JSON, so the usage is unknown.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return unknown("The last line in X_USAGE is not a JSON object, so the usage is unknown.");
  const { tokens, cost } = value as { tokens?: unknown; cost?: unknown };
  const problems: string[] = [];
  if (tokens === undefined && cost === undefined && Object.keys(value).length > 0)
    problems.push("X_USAGE gives neither tokens nor cost, by these names, so the usage is unknown.");
  const usage = tokens === undefined || tokens === null ? null : readTokens(tokens, problems);
  const costUsd = cost === undefined || cost === null ? null : readCost(cost, problems);
  return { usage, costUsd, warning: problems.length === 0 ? null : problems.join(" ") };
}

function readTokens(tokens: unknown, problems: string[]): Usage | null {
  const { input, output } = factsOf(tokens);
  const [inputTokens, outputTokens] = [countOf(input), countOf(output)];
  if (inputTokens !== null && outputTokens !== null) return { ...noUsage, inputTokens, outputTokens };
  problems.push(
    "X_USAGE gives no whole numbers from 0 as tokens.input and tokens.output, so the tokens are unknown.",
  );
  return null;
}

function readCost(cost: unknown, problems: string[]): number | null {
  const costUsd = usdOf(cost);
  if (costUsd !== null) return costUsd;
  problems.push(`X_USAGE gives a cost that is no amount from 0 to ${mostUsd} US dollars, so it is unknown.`);
  return null;
}
