/** The key under which a report speaks of all categories together. */
export const overall = "overall";

/**
 * What each category is called in a report: its own name, but for one named `overall`, which would be taken for
 * all of them together.
 */
export function categoryLabels(categories: Iterable<string>): Map<string, string> {
  const names = new Set(categories);
  const labels = new Map<string, string>();
  for (const name of names) {
    let label = name;
    while (label === overall || (label !== name && names.has(label))) label += " (category)";
    labels.set(name, label);
  }
  return labels;
}
