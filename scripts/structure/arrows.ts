/** Who may import whom: the arrows of the architecture. A package may also import what its arrows reach. */
export const arrows: Record<string, readonly string[]> = {
  core: [],
  stats: [],
  patterns: ["core"],
  records: ["stats"],
  judge: ["core", "stats"],
  sweep: ["records", "core"],
  testing: ["sweep", "judge", "core"],
  suites: ["sweep", "judge", "core"],
  viewer: ["records"],
  cli: ["viewer", "suites", "testing", "patterns"],
};

/** All packages a package may import, following the arrows. */
export function reachable(name: string, graph: Record<string, readonly string[]> = arrows): Set<string> {
  const seen = new Set<string>();
  const visit = (from: string) => {
    for (const to of graph[from] ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      visit(to);
    }
  };
  visit(name);
  return seen;
}
