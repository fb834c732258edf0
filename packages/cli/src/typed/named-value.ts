/** The two sides of a part of a flag such as `rpm=500`, without blanks; all behind the first `=` is the value. */
export function namedValue(part: string): { name: string; value: string } {
  const at = part.indexOf("=");
  if (at === -1) return { name: part.trim(), value: "" };
  return { name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() };
}
