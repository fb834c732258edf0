import { FlowError, toErrorRecord } from "@flow-state-dev/core";
import { timeWasUp } from "../agent/agent-clock.ts";
import { AgentExitError } from "../agent/agent-exit-error.ts";
import type { AgentEnd } from "../agent/agent-report.ts";
import type { ShellExit } from "../agent/agent-shell.ts";
import { notRun } from "../agent/unstartable.ts";
import { printable } from "../text/printable.ts";
import { isTooLong } from "../x-agent/call-trouble.ts";
import type { CliSummary, CliTrouble } from "./output-reader.ts";

/** An agent that ended because its model could not be reached, or refused. */
export class AgentApiError extends FlowError {
  override readonly name = "AgentApiError";
  /** HTTP status, when the agent tells. */
  readonly statusCode: number | undefined;

  constructor(agent: string, { message, status }: CliTrouble) {
    const said = printable(message.replaceAll(/\s+/g, " ").trim(), 300);
    super(`The agent ${agent} ended on an error of its model's provider: ${said}`, {
      code: "agent-api",
      retryable: status === null || status === 408 || status === 429 || status >= 500,
      details: { agent, status },
    });
    this.statusCode = status ?? undefined;
  }
}

/** An agent that told of an error of its own. */
export class AgentFailedError extends FlowError {
  override readonly name = "AgentFailedError";

  constructor(agent: string, message: string) {
    const said = printable(message.replaceAll(/\s+/g, " ").trim(), 300).replace(/\.$/, "");
    super(`The agent ${agent} failed: ${said || "it did not say why"}. Its transcript may tell more.`, {
      code: "agent-failed",
      details: { agent },
    });
  }
}

/** An agent whose program, or what it needs to run, is not to be had inside the sandbox. */
export class AgentNotStartedError extends FlowError {
  override readonly name = "AgentNotStartedError";

  constructor(agent: string, words: string) {
    const why = words === "" ? "" : `: ${words.replace(/\.$/, "")}`;
    super(
      `The agent ${agent} could not be started inside the sandbox${why}. Install it and what it runs on where the sandbox can read it, or choose another one with --sandbox.`,
      { code: "agent-not-started", retryable: false, details: { agent } },
    );
  }
}

/** An agent that wants to be logged in before it takes its prompt. */
export class AgentLoginError extends FlowError {
  override readonly name = "AgentLoginError";

  constructor(agent: string, message: string) {
    const said = printable(message.replaceAll(/\s+/g, " ").trim(), 300).replace(/\.$/, "");
    super(
      `The agent ${agent} wants a login before it begins: ${said}. Its home is empty here, so start it in a way in which it works with a key from its environment.`,
      { code: "agent-not-started", retryable: false, details: { agent } },
    );
  }
}

/** How a run of a program ended that nobody stopped. */
export interface CliEndFacts {
  agent: string;
  exit: ShellExit;
  summary: CliSummary;
  /** The last that it wrote besides its events. */
  words: string;
  /**
   * Are calls and money counted by a gateway? Then only its word tells that a budget is spent, and not the agent's,
   * which may take any refusal for that.
   */
  metered: boolean;
  /** Model calls that a gateway has seen. */
  calls: number;
}

/**
 * What is said of a program that was found and could not be loaded: by a Node that is too old for it, or the linker.
 */
const notLoaded =
  /^SyntaxError\b|\bCannot find (module|package)\b|\bloading shared librar|\bGLIBC\S* not found|\bError relocating\b|\bexec format error\b|\brequires Node\b/i;

/** How an agent ended by what it said, which counts more than its exit code: some exit with 0 after an error. */
export function endOfCli({ agent, exit, summary, words, metered, calls }: CliEndFacts): AgentEnd {
  const { trouble } = summary;
  if (exit.kind === "timed-out") return timeWasUp;
  if (exit.kind === "limited" || exit.kind === "killed") return crashed(exit, words);
  if (trouble && trouble.kind !== "interrupted") return endOfTrouble(agent, trouble, metered);
  if (exit.kind === "cancelled") return { ended: "cancelled", detail: "It was stopped from outside." };
  const began = calls > 0 || summary.finished || (summary.turns ?? 0) > 0 || summary.answer !== null;
  if (!began && (notRun.has(exit.exitCode) || (exit.exitCode !== 0 && notLoaded.test(words)))) {
    const error = toErrorRecord(new AgentNotStartedError(agent, words));
    return { ended: "infrastructure", detail: error.message, error };
  }
  if (exit.exitCode !== 0) return crashed(exit, words);
  if (!trouble) return { ended: "done", detail: "" };
  return { ended: "cancelled", detail: "It was interrupted." };
}

function endOfTrouble(agent: string, trouble: CliTrouble, metered: boolean): AgentEnd {
  const { kind, message, status } = trouble;
  const detail = printable(message, 500);
  if (kind === "turns") return { ended: "turn-limit", detail };
  if (kind === "stuck") return { ended: "stuck", detail };
  if (kind === "refused") return { ended: "gave-up", why: "refused", detail };
  if (kind === "budget" && !metered) return { ended: "over-budget", account: null, detail };
  if (kind === "login") {
    const error = toErrorRecord(new AgentLoginError(agent, message));
    return { ended: "infrastructure", detail: error.message, error };
  }
  if (kind === "api") {
    if (isTooLong({ message, ...(status !== null && { statusCode: status }) })) {
      return { ended: "gave-up", why: "context-full", detail };
    }
    const error = toErrorRecord(new AgentApiError(agent, trouble));
    return { ended: "infrastructure", detail: error.message, error };
  }
  const error = toErrorRecord(new AgentFailedError(agent, message));
  return { ended: "crashed", detail: error.message, error };
}

function crashed(
  exit: Extract<ShellExit, { kind: "exited" | "killed" | "limited" }>,
  words: string,
): AgentEnd {
  const error = toErrorRecord(new AgentExitError(exit, words));
  return { ended: "crashed", detail: error.message, error };
}
