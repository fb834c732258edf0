import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunStore } from "@flow-state-dev/records";

/** Names of the files below a folder that hold one of these texts, as it is or in base64. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => holds(readFileSync(file), texts));
}

/** Does it hold one of these texts, as it is or in base64? */
export function holds(content: string | Uint8Array, texts: readonly string[]): boolean {
  const bytes = Buffer.from(content as Uint8Array);
  return texts.some((text) => {
    // Without its ends, which depend on where in the text it stands.
    const encoded = [0, 1, 2].map((shift) =>
      Buffer.from(`${"x".repeat(shift)}${text}`)
        .toString("base64")
        .slice(4, -4),
    );
    return [text, ...encoded].some((form) => bytes.includes(form));
  });
}

/** All that a store keeps of a run, decompressed: records, calls and artifacts. */
export async function keptOf(store: RunStore, runId: string): Promise<string> {
  const kept: unknown[] = [await store.findRun(runId)];
  for await (const call of store.calls(runId)) kept.push(call);
  for await (const cell of store.cells(runId)) {
    kept.push(cell);
    for (const attempt of await store.attempts(runId, cell)) {
      kept.push(attempt);
      for (const name of ["transcript", "patch", "answer"]) {
        const artifact = await store.artifact(runId, cell, attempt.attempt, name);
        kept.push(artifact && String(artifact.content));
      }
    }
  }
  return JSON.stringify(kept, (_, value) => (typeof value === "bigint" ? String(value) : value));
}
