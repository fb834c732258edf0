/** A thrown value in words: its message, those of the errors within, or its name. Never throws, whatever was thrown. */
export function messageOf(thrown: unknown): string {
  try {
    return told(thrown, 0);
  } catch {
    return "something that cannot be shown";
  }
}

/** How deep errors within errors are looked at, for what holds itself has no end, and how many are told of each. */
const deepest = 4;
const mostTold = 5;

function told(thrown: unknown, depth: number): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { message, errors, error, cause } = thrown as Record<string, unknown>;
  if (thrown instanceof Error ? message !== "" : typeof message === "string" && message !== "")
    return String(message);
  const within = Array.isArray(thrown) ? thrown : Array.isArray(errors) ? errors : [error ?? cause];
  const known = within.filter((each) => each !== undefined && each !== null);
  if (known.length === 0 || depth === deepest) return thrown instanceof Error ? named(thrown) : shown(thrown);
  const more = known.length > mostTold ? [`and ${known.length - mostTold} more`] : [];
  return [...known.slice(0, mostTold).map((each) => told(each, depth + 1)), ...more].join("; ");
}

function named(error: Error): string {
  const { code } = error as { code?: unknown };
  return `${error.name} without a message${typeof code === "string" ? ` (${code})` : ""}`;
}

/** What an object says of itself, or its fields by their names: there may be a key in what they hold. */
function shown(value: object): string {
  const text = String(value);
  if (text !== "" && text !== "[object Object]") return text;
  const fields = Object.keys(value).slice(0, 8).join(", ");
  return `an object without a message${fields === "" ? "" : ` (${fields})`}`;
}

/** A thrown value as an error: itself when it is one, else one that says what it was and keeps it as its cause. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown), { cause: thrown });
}
