/** JSON that is kept is nested no deeper than this: whoever reads it can do so without running out of stack. */
export const maxJsonDepth = 256;

/** Whether arrays and objects are nested deeper than so many levels. Looks no deeper than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels <= 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item));
  for (const key in value) if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[key])) return true;
  return false;
}
