import { setTimeout as pause } from "node:timers/promises";
import type { LanguageModel } from "@flow-state-dev/core";

/** Somebody's own model may never say; then its first call will. */
const defaultPatienceMs = 5_000;

/**
 * Loads what models load by their first call, such as the package of a provider, so that it is not in the time of the
 * first cells. What cannot be loaded is told by the call itself.
 */
export async function loadModels(
  models: Iterable<LanguageModel>,
  patienceMs = defaultPatienceMs,
): Promise<void> {
  const giveUp = new AbortController();
  const loading = [...models].map(async (model) => void (await model.supportedUrls));
  const patience = pause(patienceMs, undefined, { signal: giveUp.signal, ref: false }).catch(() => {});
  await Promise.race([Promise.allSettled(loading), patience]);
  giveUp.abort();
}
