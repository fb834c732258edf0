/**
 * A number as it is published: rounded to twelve digits after the point, which takes off what binary fractions
 * leave behind (0.8 − 0.5 is 0.3) and nothing that was measured. Never −0, which JSON does not keep.
 */
export function tidy(value: number): number {
  return Math.round(value * 1e12) / 1e12 + 0;
}
