/**
 * The program that a shell line starts, when the line is a single plain command: a name to be looked for in PATH.
 * Null for anything that the shell may find a way through by itself: paths, variables, several commands, quotes.
 */
export function startedProgram(line: string): string | null {
  const [word = ""] = line.trim().split(/\s/, 1);
  const alone = !/[;|\n`(){}]|(?<!&)&(?!&)/.test(line);
  return alone && /^[A-Za-z0-9_][\w.+-]*$/.test(word) ? word : null;
}
