import { passwordHint } from "../text/shown-word.ts";
import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { commandAgain } from "../typed/again.ts";
import type { XContext } from "../x-context.ts";
import type { RunUnderWay } from "./run-under-way.ts";
import { brokenRunText } from "./store-trouble-text.ts";

/** What ended a command that runs something. */
export interface Failure {
  error: unknown;
  /** The run that it ended; undefined when none had begun. */
  underWay: RunUnderWay | undefined;
  /** Of an error that no run was broken by. */
  exitCode: number;
  /** What to say of it. */
  message: () => string;
}

/**
 * Tells a person what ended a command and how to go on, and sets its exit code. Throws the error anew when it is none
 * that anybody could do something about.
 */
export function tellFailure(context: XContext, { error, underWay, exitCode, message }: Failure): void {
  const isBroken = underWay?.isBrokenBy(error) ?? false;
  context.exitCode = isBroken ? 10 : exitCode;
  if (context.exitCode === 10 && !isBroken) throw error;
  const again = commandAgain(process, { without: ["--resume"], add: ["--resume"] });
  const broken = isBroken ? `${brokenRunText(message(), underWay!.isStoreGone, again)}\n` : "";
  context.process.stderr.write(isBroken ? visibleText(broken) + passwordHint(broken) : toldError(message()));
}
