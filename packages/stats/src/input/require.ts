import { InvalidInputError } from "./invalid-input.ts";

/** Throws unless every value is a finite number. */
export function requireFinite(name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]))
      throw new InvalidInputError(`${name}[${i}]`, "a finite number", values[i]);
  }
}

/** Throws unless the value is a whole number of at least `least`. */
export function requireCount(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new InvalidInputError(name, `a whole number of at least ${least}`, value);
  }
}

/** Throws unless the value lies strictly between 0 and 1, as a confidence, an alpha or a power must. */
export function requireFraction(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new InvalidInputError(name, "between 0 and 1, both excluded", value);
}

/** Throws unless the value lies from 0 to 1. */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new InvalidInputError(name, "from 0 to 1", value);
}

/** Throws unless the value is finite and at least 0. */
export function requireNonNegative(name: string, value: number): void {
  if (!(value >= 0 && value < Infinity))
    throw new InvalidInputError(name, "a finite number of at least 0", value);
}

/** Throws unless the value is finite and above 0. */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new InvalidInputError(name, "a finite number above 0", value);
}

/** Throws unless two lists that belong together have the same length. */
export function requireSameLength(
  name: string,
  list: { readonly length: number },
  otherName: string,
  other: { readonly length: number },
): void {
  if (list.length !== other.length) {
    throw new InvalidInputError(
      name,
      `as long as ${otherName} (${other.length})`,
      `a list of ${list.length}`,
    );
  }
}
