/**
 * Why the machine refused something, in the words of the system and without its codes: `no space left on device`. Null
 * for an error that is not the system's.
 */
export function systemReason(error: unknown): string | null {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  const words = /^[A-Z0-9_]+: (.+?), \w+(?: '.*')?$/s.exec(error.message)?.[1];
  return words ?? error.message;
}
