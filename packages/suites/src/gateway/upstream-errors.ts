import { FlowError, formatDuration, refusalCause } from "@flow-state-dev/core";
import { printable } from "../text/printable.ts";
import { definitionOf } from "./provider-access.ts";
import type { Upstream } from "./upstream.ts";

/** Which wait was too long. */
export type WaitedFor = "connection" | "first-byte" | "next-piece" | "whole-answer";

const waits: Readonly<Record<WaitedFor, (time: string) => string>> = {
  connection: (time) => `did not take the connection within ${time}`,
  "first-byte": (time) => `sent nothing for ${time}`,
  "next-piece": (time) => `stopped in the middle of its answer for ${time}`,
  "whole-answer": (time) => `had not finished its answer after ${time}`,
};

/** The provider was too slow, or stopped. */
export class UpstreamTimeoutError extends FlowError {
  override readonly name = "UpstreamTimeoutError";
  readonly waitedFor: WaitedFor;

  constructor(modelId: string, waitedFor: WaitedFor, ms: number) {
    super(
      `The server of ${modelId} ${waits[waitedFor](formatDuration(ms))}. Try again, or allow it more time.`,
      {
        code: "upstream-timeout",
        retryable: true,
        details: { modelId, waitedFor, ms },
      },
    );
    this.waitedFor = waitedFor;
  }
}

/** The connection to the provider broke. */
export class UpstreamBrokenError extends FlowError {
  override readonly name = "UpstreamBrokenError";

  constructor(modelId: string, cause: unknown) {
    const { code } = (cause ?? {}) as { code?: unknown };
    super(
      `The connection to the server of ${modelId} broke${typeof code === "string" ? ` (${code})` : ""}. Try again.`,
      { code: "upstream-broken", retryable: true, details: { modelId } },
    );
  }
}

/** The provider answered with something that is not of its own wire. */
export class UpstreamGarbageError extends FlowError {
  override readonly name = "UpstreamGarbageError";

  /** `body` is what it sent, when that helps to find out who did. */
  constructor({ modelId, url }: RefusingServer, what: string, body = "") {
    const words = printable(body.slice(0, 1_000).replaceAll(/\s+/g, " ").trim(), 120);
    const said = words === "" ? "" : `: ${JSON.stringify(words)}`;
    super(
      `The server of ${modelId} (${new URL(url).host}) answered with ${what}${said}. Try again, or check its address.`,
      { code: "upstream-garbage", retryable: true, details: { modelId } },
    );
  }
}

/** Who refused a call. */
export type RefusingServer = Pick<Upstream, "modelId" | "provider" | "url">;

/** What to look at when trying again cannot help. */
function adviceFor(status: number | undefined, { provider, url }: RefusingServer): string {
  const { keyVariables, baseUrlVariable } = definitionOf(provider);
  const key = [`the key of ${provider}`, ...keyVariables.slice(0, 1).map((name) => `(${name})`)].join(" ");
  const address = baseUrlVariable === undefined ? "its address" : `the address in ${baseUrlVariable}`;
  const advice: Record<number, string> = {
    401: `Check ${key}`,
    402: `Add money to the account of ${key}`,
    403: `Check what ${key} may do`,
    404: `Check the name of the model, ${address} if it is set, and that the server has ${new URL(url).pathname} at all`,
  };
  return status !== undefined && advice[status] ? `${advice[status]}; trying again will not help.` : "";
}

/** Causes that a status may hide: the status that says it, and the code for it. */
const hiddenCauses = {
  key: { says: 401, code: "refused-key" },
  money: { says: 402, code: "spent-quota" },
} as const;

/** Statuses that say so by themselves. */
const plainStatus = { key: [401, 403], money: [402] };

/** The provider said no, or reported an error inside its answer. */
export class ProviderRefusedError extends FlowError {
  override readonly name = "ProviderRefusedError";
  /** HTTP status; undefined when it came inside an answer. */
  readonly statusCode: number | undefined;

  /** `said` is the provider's own message, without keys, and `body` what it stood in. */
  constructor(server: RefusingServer, said: string, statusCode?: number, body = "") {
    const { modelId, url } = server;
    const status = statusCode === undefined ? "" : ` with status ${statusCode}`;
    const { host } = new URL(url);
    const cause = statusCode === undefined ? null : refusalCause(statusCode, body);
    const hidden = cause !== null && !plainStatus[cause].includes(statusCode!) ? hiddenCauses[cause] : null;
    const advice = adviceFor(hidden?.says ?? statusCode, server);
    const sentence = advice === "" || /[.!?]\s*$/.test(said) ? said : `${said}.`;
    super(`The server of ${modelId} (${host}) refused${status}: ${`${sentence} ${advice}`.trimEnd()}`, {
      code: hidden?.code ?? "provider-refused",
      retryable: !hidden && (statusCode === undefined || statusCode === 429 || statusCode >= 500),
      details: { modelId },
    });
    this.statusCode = statusCode;
  }
}

/** The gateway was closed while the call was under way. */
export class GatewayClosedError extends FlowError {
  override readonly name = "GatewayClosedError";

  constructor() {
    super("The gateway was closed while the call was under way.", { code: "gateway-closed" });
  }
}

/** The agent went away before its answer was there. */
export class AgentGoneError extends FlowError {
  override readonly name = "AgentGoneError";

  constructor() {
    super("The agent ended the request before its answer was complete.", { code: "agent-gone" });
  }
}
