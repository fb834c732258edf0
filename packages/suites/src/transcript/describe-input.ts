/**
 * The telling part of what a tool was asked: its command, pattern or path, else the first text in it, else all of it as
 * JSON. Empty when it was asked nothing. Not cut, and not made safe to print.
 */
export function describeInput(input: unknown): string {
  if (typeof input !== "object" || input === null) return String(input ?? "");
  const { command, path, pattern } = input as Record<string, unknown>;
  if (typeof command === "string") return command;
  if (typeof pattern === "string") return typeof path === "string" ? `${pattern} in ${path}` : pattern;
  if (typeof path === "string") return path;
  const text = Object.values(input).find((value) => typeof value === "string");
  return text ?? JSON.stringify(input);
}
