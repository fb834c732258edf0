import type { RunManifest } from "./run.ts";

/**
 * When a run was taken in from a file, as an ISO time; null for one that was made in its store. Its results are those
 * of another machine, and nobody here saw them come about.
 */
export function importedAt({ circumstances }: Pick<RunManifest, "circumstances">): string | null {
  const { imported } = circumstances;
  if (typeof imported !== "object" || imported === null || Array.isArray(imported)) return null;
  const { at } = imported;
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null;
}

/** The manifest of a run that was taken in at this ISO time, whatever it said of that before. */
export function markImported(manifest: RunManifest, at: string): RunManifest {
  return { ...manifest, circumstances: { ...manifest.circumstances, imported: { at } } };
}

/** A manifest that takes the place of an earlier one of the same run, which was imported if that was. */
export function keepImported(manifest: RunManifest, earlier: RunManifest): RunManifest {
  const at = importedAt(earlier);
  return at === null ? manifest : markImported(manifest, at);
}
