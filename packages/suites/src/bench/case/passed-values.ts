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

const localeName = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ)$/;

/**
 * Takes the values of passed variables, and keys of this process, out of whatever is shown or kept of a case: an agent
 * may write them anywhere, and find a key in a file of the project too. Short values, plain words (`production`), and
 * languages and time zones stay, since taking them out would spoil ordinary text.
 */
export function valueRedactor(passed: Readonly<Record<string, string>>): Redactor {
  const values = Object.entries(passed)
    .filter(([name, value]) => !localeName.test(name) && (/\d/.test(value) || value.length >= 16))
    .map(([, value]) => value);
  // The redactor goes by names that say "secret".
  const passedOn = Object.fromEntries(values.map((value, at) => [`PASSED_${at}_SECRET`, value]));
  return createRedactor({ env: { ...process.env, ...passedOn } });
}
