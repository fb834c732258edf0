/** Milliseconds between two frames of a line that is drawn anew. */
export const frameMs = 100;

const signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Gives the sign of each next frame: who sees it turn knows that work goes on. */
export function createSpinner(): () => string {
  let frame = 0;
  return () => signs[frame++ % signs.length]!;
}
