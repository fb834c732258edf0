import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from "@stricli/core";
import { shells } from "./completion/shell-script.ts";
import { benchmarksHere } from "./help/benchmarks-here.ts";
import { kebab } from "./help/flag-rows.ts";
import { fileCommand, mayBeMeant, otherCommand, otherFlag } from "./help/other-words.ts";
import { suiteHere } from "./help/suite-here.ts";
import { fitStderr } from "./text/fit-stderr.ts";
import { shellWord } from "./text/shell-word.ts";
import { visibleText } from "./text/visible-text.ts";
import { asStarted } from "./typed/as-started.ts";
import { flagInOneWord } from "./typed/parse-flags.ts";

/**
 * What `x` says by itself, where the words of its command line library leave people without a next step.
 *
 * @param words what was typed after `x`
 * @param flags flags of the command that stands first, as they are typed, without dashes, each with the values that it
 *   can have where these are few; none where anything goes
 */
export function appText(words: readonly string[], flags: FlagValues): ApplicationText {
  const called = ["x", ...words.slice(0, 1)].join(" ");
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      told(
        `x has no command "${input}".${meant([otherCommand(input) ?? fileCommand(input) ?? near(input, corrections)].flat())} x --help lists what there is.`,
      ),
    exceptionWhileParsingArguments: (exception) =>
      exception instanceof ArgumentScannerError
        ? fitStderr(
            `${argumentProblem(exception, words, flags)} ${asStarted(called)} --help tells what there is.`,
          )
        : text_en.exceptionWhileParsingArguments(exception, false),
    // One problem, one sentence, which may quote a file; a stack helps only those who work on x itself.
    exceptionWhileRunningCommand: (exception) =>
      exception instanceof Error && !process.env.X_DEBUG
        ? told(visibleText(exception.message))
        : text_en.exceptionWhileRunningCommand(exception, false),
  };
}

/** For stderr, with commands as they are typed here. */
function told(sentence: string): string {
  return fitStderr(asStarted(sentence));
}

/** By flag, as it is typed without dashes, the values that it can have; none where anything goes. */
type FlagValues = ReadonlyMap<string, readonly string[]>;

function argumentProblem(error: ArgumentScannerError, words: readonly string[], flags: FlagValues): string {
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input, corrections }) => {
      const names = [otherFlag(input, new Set(flags.keys())) ?? near(input, corrections.map(kebab))].flat();
      return `There is no flag --${input}.${meant(names.map((name) => `--${name}`))}`;
    },
    AliasNotFoundError: ({ input }) => `There is no flag -${input}.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
      `${flags.has(kebab(name)) ? `--${kebab(name)}` : name}: ${exception instanceof Error ? exception.message : String(exception)}.`,
    EnumValidationError: ({ externalFlagName, input, values, message }) =>
      `--${externalFlagName} cannot be "${input}": it is one of ${values.join(", ")}.${meant(nearValues(message, input))}`,
    UnsatisfiedFlagError: ({ externalFlagName, nextFlagName }) => {
      const name = kebab(externalFlagName);
      const values = flags.get(name) ?? [];
      if (!isTyped(name, words))
        return `--${name} is missing${values.length === 0 ? "" : `: it is one of ${values.join(", ")}`}.`;
      const before = nextFlagName ? ` before --${kebab(nextFlagName)}` : "";
      return `--${name} needs a value${before}${values.length === 0 ? "" : `: one of ${values.join(", ")}`}.`;
    },
    UnexpectedFlagError: ({ externalFlagName, previousInput, input }) =>
      `--${externalFlagName} can be given once, and is both "${previousInput}" and "${input}".`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      words[0] === "run"
        ? `The prompt has to be one word for the shell: put it in quotes, as in x run ${JSON.stringify(promptOf(words))}.`
        : flagInOneWord(input) !== null
          ? `${flagInOneWord(input)}.`
          : `"${input}" is one word too many: ${expectedCount === 0 ? "none is" : `${expectedCount} ${expectedCount === 1 ? "is" : "are"}`} taken here.`,
    UnsatisfiedPositionalError: ({ placeholder }) => `<${placeholder}> is missing.${begin(words)}`,
  });
}

/** By command, the file of a folder to begin with. */
const begins = new Map([
  ["bench", suiteHere],
  ["compare", (folder: string) => benchmarksHere(folder)[0]],
]);

/** What would do, where a suite, a benchmark or a shell is missing. */
function begin([command]: readonly string[]): string {
  if (command === "completion") return ` It is one of ${shells.join(", ")}.`;
  const find = command === undefined ? undefined : begins.get(command);
  if (find === undefined) return "";
  const file = find(process.cwd());
  return asStarted(
    file === undefined ? " x init writes one to begin with." : ` Try x ${command} ${shellWord(file)}.`,
  );
}

/** What was meant as a prompt: the words up to the first flag. */
function promptOf([, ...typed]: readonly string[]): string {
  const end = typed.findIndex((word) => word.startsWith("-"));
  return visibleText((end === -1 ? typed : typed.slice(0, end)).join(" "));
}

/** Does a flag stand on the line, or its letter? What follows `--` is no flag. */
function isTyped(name: string, words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const flags = end === -1 ? words : words.slice(0, end);
  return flags.some((word) => kebab(word.split("=", 1)[0]!) === `--${name}` || word === `-${name[0]}`);
}

/** Which values are near is told by the library in its sentence only. */
function nearValues(message: string, typed: string): string[] {
  const question = / did you mean (.*)\?$/.exec(message)?.[1] ?? "";
  const values = Array.from(question.matchAll(/"([^"]*)"/g), ([, value]) => value!);
  return values.filter((value) => mayBeMeant(typed, value));
}

function meant(words: readonly string[]): string {
  return words.length === 0 ? "" : ` Did you mean ${words.join(" or ")}?`;
}

/** The library finds something near to a single letter or sign too, which says nothing about what was meant. */
function near(input: string, corrections: readonly string[]): string[] {
  return /^\w{2}/.test(input) ? corrections.map(bare).filter((name) => mayBeMeant(input, name)) : [];
}

/** Names come in back quotes. */
function bare(name: string): string {
  return name.replaceAll("`", "");
}
