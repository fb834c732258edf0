/**
 * Data with every number in it rounded to twelve digits that count, however small it is: a p of 1e-20 stays one. What was
 * tidied before stays as it is.
 */
export function tidyAll<T>(data: T): T {
  if (typeof data === "number") return (Number.isInteger(data) ? data : Number(data.toPrecision(12))) as T;
  if (Array.isArray(data)) return data.map((item) => tidyAll(item)) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, item]) => [name, tidyAll(item)])) as T;
}
