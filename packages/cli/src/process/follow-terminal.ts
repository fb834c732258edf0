/**
 * Looks anew how large the terminal is when this process goes on after a stop, such as Ctrl-Z: meanwhile only whoever
 * is in front is told that it was resized.
 */
export function followTerminal(process: NodeJS.Process): void {
  if (!process.stdout.isTTY && !process.stderr.isTTY) return;
  process.on("SIGCONT", () => process.kill(process.pid, "SIGWINCH"));
}
