import type { RunManifest } from "@flow-state-dev/records/store";

/**
 * Who answered and who judged, in words. A suite keeps the models of its agents and its judge together: one that was
 * named to judge is told as an agent's own only where an agent was given it too.
 */
export function modelsOfRun({ models, conditions }: Pick<RunManifest, "models" | "conditions">): string {
  const { executor, judge = "", ...others } = models;
  const ids = [...(executor === undefined ? [] : [executor]), ...Object.values(others)];
  const named = conditions.judge;
  if (judge !== "" || typeof named !== "string" || !ids.includes(named)) return inWords(ids, judge);
  return inWords(agentModels(conditions.agents).has(named) ? ids : ids.filter((id) => id !== named), named);
}

function inWords(ids: readonly string[], judge: string): string {
  return [...ids, ...(judge === "" ? [] : [`judged by ${judge}`])].join(", ");
}

function agentModels(agents: unknown): Set<unknown> {
  const all = typeof agents === "object" && agents !== null ? Object.values(agents) : [];
  return new Set(all.map((each) => (each as { model?: unknown } | null)?.model));
}
