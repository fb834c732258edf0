/** Bytes for people: "12.3 GB". */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 30 ? [2 ** 30, "GB"] : [2 ** 20, "MB"];
  const value = bytes / unit;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${name}`;
}
