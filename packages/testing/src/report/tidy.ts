/**
 * A number as it is published: rounded to twelve digits after the point, which takes off what binary fractions
 * leave behind (0.8 − 0.5 is 0.3) and nothing that was measured. Never −0, which JSON does not keep.
 */
export function tidy(value: number): number {
  return Math.round(value * 1e12) / 1e12 + 0;
}

/**
 * The same data with every number in it rounded to twelve digits, however small it is: a p of 1e-20 stays one. What was
 * tidied before stays as it is.
 */
export function tidyAll<T>(data: T): T {
  if (typeof data === "number") return (Number.isInteger(data) ? data : Number(data.toPrecision(12))) as T;
  if (Array.isArray(data)) return data.map((item) => tidyAll(item)) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, item]) => [name, tidyAll(item)])) as T;
}
