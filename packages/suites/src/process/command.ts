/** What to run: a program with its arguments, passed on as they are, or a line for the shell. */
export type Command = { argv: readonly [string, ...string[]] } | { shell: string };

/** The argument vector of a command. Nothing is quoted: a shell line goes to `sh -c` in one piece. */
export function argvOf(command: Command): readonly [string, ...string[]] {
  return "argv" in command ? command.argv : ["sh", "-c", command.shell];
}
