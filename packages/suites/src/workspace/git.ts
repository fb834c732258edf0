import type { Exit } from "../process/exit.ts";
import { runTool } from "./run-tool.ts";

/** Bytes of what git lists of a whole repository, at most. */
export const mostListBytes = 512 * 2 ** 20;

/** By what of the environment git reaches addresses for whoever has called `x`. */
const waysOut =
  /^(?:(?:https?|all|no)_proxy|GIT_(?:CONFIG_.*|ASKPASS|SSH|SSH_.*|SSL_.*|PROXY_.*)|SSH_A.*|SSL_CERT_.*|XDG_CONFIG_HOME)$/i;

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
    /** May it reach other repositories: those of this machine, or `addresses` with the user's credentials and proxy? */
    reaches?: "folders" | "addresses";
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
      ...(options.reaches === "addresses"
        ? usersWays()
        : { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", XDG_CONFIG_HOME: "/dev/null" }),
      GIT_ATTR_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: { none: "", folders: "file", addresses: "file:git:http:https:ssh" }[
        options.reaches ?? "none"
      ],
      HOME: process.env.HOME ?? "/",
      ...(options.gitDir === undefined ? {} : { GIT_DIR: options.gitDir }),
    },
  });
}

function usersWays(): Record<string, string> {
  const set = Object.entries(process.env).filter(
    ([name, value]) => waysOut.test(name) && value !== undefined,
  );
  return Object.fromEntries(set) as Record<string, string>;
}
