import type { Exit } from "../process/exit.ts";
import { runTool } from "./run-tool.ts";

/** Bytes of what git lists of a whole repository, at most. */
export const mostListBytes = 512 * 2 ** 20;

/** How this machine reaches other ones: through which proxy, and whose certificates it trusts. */
const ways =
  /^(http_proxy|https_proxy|HTTPS_PROXY|all_proxy|ALL_PROXY|no_proxy|NO_PROXY|GIT_SSL_CAINFO|GIT_SSL_CAPATH)$/;

/**
 * git with nothing of the user's or the system's settings, no prompt and no pager. A repository's own settings still
 * count, so it is only run in repositories that are the user's or ours. What such a one lacks is not fetched unless
 * `reaches` says so: its settings may name any program for that.
 */
export function git(
  args: readonly string[],
  options: {
    cwd?: string;
    gitDir?: string;
    stdin?: Uint8Array;
    keepBytes?: number;
    timeoutMs?: number;
    signal?: AbortSignal | undefined;
    /** May it reach other repositories, by the transports named here? */
    reaches?: boolean;
  } = {},
): Promise<Exit> {
  const quiet = [
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "gc.auto=0",
    "-c",
    "safe.directory=*",
  ];
  return runTool(["git", "--no-optional-locks", ...quiet, ...args], {
    cwd: options.cwd ?? "/",
    stdin: options.stdin,
    keepBytes: options.keepBytes,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    env: {
      // Else memory goes back to the system after each object, which takes most of the time where there are many.
      MALLOC_TRIM_THRESHOLD_: String(256 * 2 ** 20),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: options.reaches ? "file:git:http:https:ssh" : "",
      HOME: process.env.HOME ?? "/",
      XDG_CONFIG_HOME: "/dev/null",
      ...(process.env.SSH_AUTH_SOCK === undefined ? {} : { SSH_AUTH_SOCK: process.env.SSH_AUTH_SOCK }),
      ...(options.reaches && waysOf(process.env)),
      ...(options.gitDir === undefined ? {} : { GIT_DIR: options.gitDir }),
    },
  });
}

function waysOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && ways.test(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(own);
}
