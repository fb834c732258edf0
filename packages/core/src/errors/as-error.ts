/** A thrown value in words. Never throws, whatever was thrown. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return "something that cannot be shown";
  }
}

/** A thrown value as an error: itself when it is one, else one that says what it was and keeps it as its cause. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown), { cause: thrown });
}
