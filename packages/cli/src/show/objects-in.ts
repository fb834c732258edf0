/** Those entries of a list that can hold something; none where it is no list: records come from elsewhere too. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}
