import type { Expectation } from "../../expect/expectation.ts";
import type { Change } from "../../workspace/workspace.ts";

/**
 * Changes of files that a `test:` command names itself, such as `check.sh` in `test:sh check.sh`: they grade. A file
 * that is new, or that another expectation is about, is the work that was asked for; one that stands in for a target of
 * make is not.
 */
export function namedInCommands(changes: readonly Change[], expectations: readonly Expectation[]): Change[] {
  const commands = expectations.flatMap((each) => {
    const plain = each.kind === "not" ? each.of : each;
    return plain.kind === "test" ? [plain.command] : [];
  });
  const asked = new Set(expectations.flatMap((each) => ("path" in each ? [each.path] : [])));
  const words = new Set(commands.flatMap(wordsOf));
  const targets = new Set(commands.filter((line) => /\bmake\b/.test(line)).flatMap(wordsOf));
  return changes.filter(({ kind, path }) => {
    if (kind === "added") return targets.has(path) && /^\w+$/.test(path);
    return !asked.has(path) && isNamed(path, words);
  });
}

/** By its whole path, or by a part of it from the end, since a command may have gone into a folder. */
function isNamed(path: string, words: ReadonlySet<string>): boolean {
  const parts = path.split("/");
  return parts.some((_, at) => words.has(parts.slice(at).join("/")));
}

function wordsOf(command: string): string[] {
  return command
    .split(/[\s;|&<>()'"`$={},:]+/)
    .map((word) => word.replace(/^(\.\/)+/, ""))
    .filter((word) => word !== "");
}
