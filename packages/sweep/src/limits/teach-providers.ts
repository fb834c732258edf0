import { isScored, type Outcome } from "@flow-state-dev/records";
import type { Provider, ProviderGroup, Slots } from "./slots.ts";

/** An attempt, as far as providers learn from it. */
export interface TeachingAttempt {
  readonly group: ProviderGroup;
  /** The cut of each provider's limit under which it started. */
  readonly cuts: readonly number[];
  /** A provider has turned a call of it away, and has learned from that already. */
  readonly throttled: boolean;
  /** It made a call on its account: its providers have learned from that. */
  readonly called: boolean;
}

/** A call, or a cell as a whole, went well: the limit of its provider may rise, and others start. */
export function teachSuccess(provider: Provider, slots: Pick<Slots, "serve">): void {
  const before = provider.limit.value;
  provider.limit.succeeded(provider.running);
  if (provider.limit.value > before) slots.serve();
}

/** Cells whose calls do not go through their account teach the limit of their provider as a whole. */
export function teachProviders(
  { group, cuts, throttled: learned, called }: TeachingAttempt,
  { throttled, outcome }: { throttled: boolean; outcome: Outcome },
  slots: Pick<Slots, "serve">,
  onThrottled: (provider: Provider, status: number | undefined) => void,
): void {
  group.providers.forEach((provider, at) => {
    if (throttled && !learned) {
      if (provider.limit.throttled(cuts[at]!)) onThrottled(provider, undefined);
    } else if (!called && isScored(outcome.kind)) teachSuccess(provider, slots);
  });
}
