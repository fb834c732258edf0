/**
 * The error that came first, when tidying up after it failed too: on a full disk writing fails, and then closing the
 * store. What came first is what somebody can do something about.
 */
export function firstError(error: unknown): unknown {
  // By its name: compiled for an older Node it is an error of that name.
  const both = error instanceof Error && error.name === "SuppressedError" && "suppressed" in error;
  return both ? firstError(error.suppressed) : error;
}
