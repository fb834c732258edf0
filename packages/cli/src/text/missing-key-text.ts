import type { MissingKeyError } from "@flow-state-dev/core";

/**
 * That a model needs a key, and the ways out that there are on the command line.
 *
 * @param otherModel how another model is chosen, such as `choose another model with --model`
 * @param without what can be done without a key, with the command for it; null when nothing is known that works
 */
export function missingKeyText(
  { message }: MissingKeyError,
  { otherModel, without }: { otherModel: string; without: string | null },
): string {
  const [problem] = message.split(". ", 1);
  const ways = without === null ? `Set it, or ${otherModel}.` : `Set it, ${otherModel}, or ${without}`;
  return `${problem}.\n${ways}`;
}
