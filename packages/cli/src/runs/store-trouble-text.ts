/**
 * What a person is told at the end of a run whose store was deleted or moved while it was under way.
 *
 * @param shown what stands above, `The scorecard`, say
 * @param output the file that it was written to as well
 */
export function storeGoneText(shown: string, output: string | undefined): string {
  const left =
    output === undefined
      ? `${shown} above is all there is; next time --output keeps it in a file.`
      : `${shown} above and ${output} are all there is.`;
  return `warning: .x/x.db was deleted or moved while the run was under way, so nothing of this run is kept there. ${left}\n`;
}

/**
 * What a person is told when a run ended in the midst, for its store or the machine: what happened, and how to go on.
 *
 * @param problem a sentence, or some
 * @param command goes on with the run
 */
export function brokenRunText(problem: string, isStoreGone: boolean, command: string): string {
  if (isStoreGone)
    return "The run broke off: .x/x.db was deleted or moved while it was under way, so nothing of it is kept there. Put it back and go on with --resume, or start anew.";
  return `${problem}\nGo on: ${command}`;
}
