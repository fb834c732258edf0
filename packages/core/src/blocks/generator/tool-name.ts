/** The longest name all providers take. */
const longestName = 64;

/** The name in the letters that all providers take. */
export function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, longestName) || "tool";
}

/** The same, with a number behind it when it is taken. */
export function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const safe = safeName(name);
  if (!taken.has(safe)) return safe;
  for (let number = 2; ; number++) {
    const suffix = `_${number}`;
    const candidate = safe.slice(0, longestName - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
