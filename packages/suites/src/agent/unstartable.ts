import { printable } from "../text/printable.ts";
import type { AgentShell, ShellOptions } from "./agent-shell.ts";
import { startedProgram } from "./started-program.ts";

/** A program that a shell line would start first and cannot. */
export interface Unstartable {
  /** Its path or name, as the shell understands it, safe to print. */
  program: string;
  /** Is it not there? Else it is, and cannot be run. */
  missing: boolean;
  /** Does the line name it within the home folder, which is another one in every sandbox? */
  atHome: boolean;
}

/** With these a shell ends that cannot run a program. */
export const notRun: ReadonlySet<number> = new Set([126, 127]);

const leading = /^(?:[A-Za-z_]\w*=[^\s"']*\s+|exec\s+)*/;
const firstWord = /^(?:"[^"\\`]+"|'[^']+'|[^\s"'\\`]+)(?=\s|$)/;
const longest = 200;
const lookMs = 10_000;
const keepBytes = 4_096;

/** What a look needs to know of a case. */
type LookOptions = Pick<ShellOptions, "env" | "signal">;

/**
 * `unstartable` for case after case. A program that was found by its name alone, in the folders of the sandbox, is
 * there for all of them: those are not the agent's to change.
 */
export function unstartableInCases(
  line: string,
): (shell: AgentShell, options: LookOptions) => Promise<Unstartable | null> {
  const isName = startedProgram(line) !== null;
  let found = false;
  return async (shell, options) => {
    const isOfSandbox = isName && options.env?.PATH === undefined;
    if (isOfSandbox && found) return null;
    const refused = await unstartable(line, shell, options);
    if (isOfSandbox && refused === null && !options.signal?.aborted) found = true;
    return refused;
  };
}

/**
 * Looks, in the same shell and before anything of the line has run, whether the first program of it can be started.
 * Only so is the answer not the program's: afterwards it could have taken itself away, and said what a shell says of a
 * program that is not there. Null when it can, or nobody knows: the line has to be a single command (others may follow
 * with `&&`), and what a program does not find that has started is its own affair.
 */
export async function unstartable(
  line: string,
  shell: AgentShell,
  options: LookOptions,
): Promise<Unstartable | null> {
  const look = lookLine(line);
  if (look === null) return null;
  const chunks: Uint8Array[] = [];
  const exit = await shell.exec(look, {
    ...options,
    timeoutMs: lookMs,
    onOutput: (chunk, stream) => void (stream === "stdout" && chunks.push(chunk)),
  });
  if (exit.kind !== "exited") return null;
  const said = Buffer.concat(chunks).subarray(0, keepBytes).toString();
  const [, how, program] = /^(missing|unusable) (.+)$/s.exec(said) ?? [];
  if (how === undefined || program === undefined) return null;
  return {
    program: printable(program, longest),
    missing: how === "missing",
    atHome: /^(?:~|"?\$(?:HOME\b|\{HOME\}))/.test(withoutLeading(line)),
  };
}

/** A line that looks for the first program of another one, with what that one sets before it; null when it has none. */
function lookLine(line: string): string | null {
  if (!isSingle(line)) return null;
  const started = withoutLeading(line);
  const [word] = firstWord.exec(started) ?? [];
  const before = line.trim().slice(0, -started.length);
  // What a substitution runs would run twice.
  if (word === undefined || /[`]|\$\(/.test(before + word)) return null;
  const settings = before.split(/\s+/).filter((each) => each !== "" && each !== "exec");
  return [...settings, `set -- ${word}`, look].join("\n");
}

/**
 * A name that no folder of PATH has, a file that is not there or not executable, or one whose first line names none
 * that is, by itself or through `env`.
 */
const look = `tell() { printf '%s %s' "$1" "$2"; exit 0; }
name=$1
[ -n "$name" ] || exit 0
case $name in
*/*) file=$name ;;
*) file=$(command -v -- "$name") || tell missing "$name" ;;
esac
case $file in
*/*) ;;
*) exit 0 ;;
esac
[ -e "$file" ] || tell missing "$name"
[ ! -d "$file" ] && [ -x "$file" ] || tell unusable "$name"
[ -r "$file" ] || exit 0
IFS= read -r first < "$file"
case $first in
'#!'*) set -f; set -- \${first#??}; [ -x "\${1:-/}" ] || tell unusable "$name" ;;
*) exit 0 ;;
esac
case $1 in
*/env) shift; [ "$1" != -S ] || shift ;;
*) exit 0 ;;
esac
case $1 in
'' | -* | *=*) ;;
*) command -v -- "$1" > /dev/null || tell unusable "$name" ;;
esac`;

function withoutLeading(line: string): string {
  return line.trim().replace(leading, "");
}

/** Is it one command, or several of which each needs the one before? */
function isSingle(line: string): boolean {
  const plain = line
    .replaceAll(/\$\{\w+\}|\$\([^()]*\)|\d?>&\d/g, "")
    .replaceAll(/"[^"]*"|'[^']*'/g, "")
    .replaceAll("&&", "");
  return !/[;|&\n`(){}]/.test(plain);
}
