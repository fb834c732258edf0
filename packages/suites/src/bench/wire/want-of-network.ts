import type { NetworkAccess } from "../../suite/suite.ts";

const signs =
  /\b(EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|Could not resolve (?:host|proxy)|Temporary failure in name resolution|Temporary failure resolving|Name or service not known|Network is unreachable|No address associated with hostname|fetch failed|Failed to connect to (?!localhost\b|127\.|\[?::1\b|0\.0\.0\.0)[\w.:[\]-]{1,100} port \d{1,5})\b/i;

/** What a program said that tells of a missing network; null when it said nothing of the kind. */
export function signOfNoNetwork(text: string): string | null {
  return signs.exec(text)?.[1] ?? null;
}

/** Listens for what programs say when there is no network. */
export interface NetworkWatch {
  hear(text: string): void;
  /** A sentence for the reader; null when nothing was heard, or the network was open. */
  sentence(): string | null;
}

const why: Record<Exclude<NetworkAccess, "full">, string> = {
  none: "Commands of this case have no network",
  gateway: "Commands of this case reach models at most and no other network",
};

/** A case that fails for want of network must say so, or its reader looks for the mistake elsewhere. */
export function watchNetwork(network: NetworkAccess): NetworkWatch {
  let heard: string | null = null;
  return {
    hear(text) {
      heard ??= network === "full" ? null : signOfNoNetwork(text);
    },
    sentence: () =>
      heard === null || network === "full"
        ? null
        : `${why[network]}, and one said "${heard}". If it needs the network, set "network": "full" in the case.`,
  };
}
