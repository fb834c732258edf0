/** An error and what it was caused by, outermost first, each once; nothing for what is no error. */
export function causesOf(error: unknown): Error[] {
  const causes = new Set<Error>();
  for (let at = error; at instanceof Error && !causes.has(at); at = at.cause) causes.add(at);
  return [...causes];
}
