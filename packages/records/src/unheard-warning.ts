/** What a warning of a run says of calls that broke off before anything of their answers came. */
export const unheardMark = "broke off before anything of";

/**
 * The warnings of a run that say so: such calls are in its books with their prompts alone, so there may be more to it.
 */
export function unheardWarnings(warnings: readonly string[]): string[] {
  return warnings.filter((warning) => warning.includes(unheardMark));
}
