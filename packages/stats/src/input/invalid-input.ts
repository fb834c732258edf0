/**
 * The caller asked for something that has no meaning, such as more passes than runs or a score that is not a
 * number. Data that is merely too thin never throws: it comes back as a state of the result.
 */
export class InvalidInputError extends RangeError {
  override readonly name = "InvalidInputError";
  readonly code = "invalid-statistics-input";

  /** `name` is the argument, `rule` what it must be, `value` what it was. */
  constructor(name: string, rule: string, value: unknown) {
    super(`${name} must be ${rule}, but it is ${show(value)}; correct it before asking for statistics.`);
  }
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return Array.isArray(value) ? `a list of ${value.length}` : String(value);
}
