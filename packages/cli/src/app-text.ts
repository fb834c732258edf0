import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from "@stricli/core";
import { kebab } from "./help/flag-rows.ts";
import { otherCommand, otherFlag } from "./help/other-words.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What `x` says by itself, where the words of its command line library leave people without a next step.
 *
 * @param called the command and what stands before it, as typed: `x bench`
 * @param flags names of the flags of the command, as they are typed, without dashes
 */
export function appText(called: string, flags: ReadonlySet<string> = new Set()): ApplicationText {
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      `x has no command "${input}".${meant([otherCommand(input) ?? corrections.map(bare)].flat())} x --help lists what there is.`,
    exceptionWhileParsingArguments: (exception) =>
      exception instanceof ArgumentScannerError
        ? `${argumentProblem(exception, flags)} ${called} --help tells what there is.`
        : text_en.exceptionWhileParsingArguments(exception, false),
    // One problem, one sentence, which may quote a file; a stack helps only those who work on x itself.
    exceptionWhileRunningCommand: (exception) =>
      exception instanceof Error && !process.env.X_DEBUG
        ? visibleText(exception.message)
        : text_en.exceptionWhileRunningCommand(exception, false),
  };
}

function argumentProblem(error: ArgumentScannerError, flags: ReadonlySet<string>): string {
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input, corrections }) => {
      const names = [otherFlag(input, flags) ?? corrections.map((name) => kebab(bare(name)))].flat();
      return `There is no flag --${input}.${meant(names.map((name) => `--${name}`))}`;
    },
    AliasNotFoundError: ({ input }) => `There is no flag -${input}.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
      `${flags.has(kebab(name)) ? `--${kebab(name)}` : name}: ${exception instanceof Error ? exception.message : String(exception)}.`,
    EnumValidationError: ({ externalFlagName, input, values, message }) =>
      `--${externalFlagName} cannot be "${input}": it is one of ${values.join(", ")}.${meant(nearValues(message))}`,
    UnsatisfiedFlagError: ({ externalFlagName, nextFlagName }) =>
      `--${externalFlagName} needs a value${nextFlagName ? ` before --${nextFlagName}` : ""}.`,
    UnexpectedFlagError: ({ externalFlagName, previousInput, input }) =>
      `--${externalFlagName} can be given once, and is both "${previousInput}" and "${input}".`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `"${input}" is one word too many: ${expectedCount === 0 ? "none is" : `${expectedCount} ${expectedCount === 1 ? "is" : "are"}`} taken here.`,
    UnsatisfiedPositionalError: ({ placeholder }) => `<${placeholder}> is missing.`,
  });
}

/** Which values are near is told by the library in its sentence only. */
function nearValues(message: string): string[] {
  const question = / did you mean (.*)\?$/.exec(message)?.[1] ?? "";
  return Array.from(question.matchAll(/"([^"]*)"/g), ([, value]) => value!);
}

function meant(words: readonly string[]): string {
  return words.length === 0 ? "" : ` Did you mean ${words.join(" or ")}?`;
}

/** Names come in back quotes. */
function bare(name: string): string {
  return name.replaceAll("`", "");
}
