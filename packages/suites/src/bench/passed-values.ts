import { createRedactor, type Redactor } from "@flow-state-dev/records";

/** Only the variables that a case names, and never more; those that are not set are left out. */
export function passedThrough(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Takes the values of passed variables out of whatever is shown or kept of a case: an agent may write them anywhere.
 * Short values and plain words (`production`) stay, since taking them out would spoil ordinary text.
 */
export function valueRedactor(passed: Readonly<Record<string, string>>): Redactor {
  const values = Object.values(passed).filter((value) => /\d/.test(value) || value.length >= 16);
  // The redactor goes by names that say "secret".
  return createRedactor({
    env: Object.fromEntries(values.map((value, at) => [`PASSED_${at}_SECRET`, value])),
  });
}
