import { contentHash } from "./canonical-json.ts";
import type { RunManifest } from "./run.ts";

/**
 * Hash of what must be the same for a run to be continued: kind, name, subjects, runs, models, conditions. Tasks are
 * not part of it: a task that changed is seen cell by cell.
 */
export function definitionHash(manifest: RunManifest): string {
  const { kind, name, subjects, runs, models, conditions } = manifest;
  return contentHash({ kind, name, subjects, runs, models, conditions });
}
