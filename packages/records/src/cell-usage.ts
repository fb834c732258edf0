import type { CellRecord, RecordedUsage } from "./cell.ts";
import type { Json, JsonObject } from "./json.ts";
import type { RunStore } from "./run-store.ts";

/** More than was ever counted: a figure beyond it is a mistake. */
const mostTokens = 1e15;

/**
 * Tokens of a cell over all attempts without its judge's; null when nobody knows: the books have none, and the agent
 * did not tell, or has not ended yet.
 */
export async function cellUsage(
  store: Pick<RunStore, "calls" | "attempts">,
  run: { id: string; kind?: string },
  cell: CellRecord,
): Promise<RecordedUsage | null> {
  const booked = usageOf(0, 0);
  if (cell.usage.inputTokens + cell.usage.outputTokens > 0) {
    for await (const call of store.calls(run.id, cell)) {
      if (call.state !== "charged" || call.payer === "judge") continue;
      for (const kind of Object.keys(booked) as (keyof RecordedUsage)[]) booked[kind] += call.usage[kind];
    }
  }
  if (booked.inputTokens + booked.outputTokens > 0 || run.kind === "compare") return booked;
  const last = (await store.attempts(run.id, cell)).findLast(({ state }) => state === "ended");
  if (last?.state !== "ended") return null;
  const told = last.evidence.tokens;
  // An attempt that ended before an agent worked has used what is in the books.
  return told === undefined ? booked : toldUsage(told);
}

function toldUsage(value: Json): RecordedUsage | null {
  if (typeof value !== "object" || value === null) return null;
  const { input, output } = value as JsonObject;
  return isCount(input) && isCount(output) ? usageOf(input, output) : null;
}

function usageOf(inputTokens: number, outputTokens: number): RecordedUsage {
  return { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && value >= 0 && value <= mostTokens;
}
