/** The first of some names for a sentence, and how many there are more: `a, b, … 4 more`. */
export function firstNamed(names: readonly string[], most: number): string {
  const more = names.length > most ? `, … ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}
