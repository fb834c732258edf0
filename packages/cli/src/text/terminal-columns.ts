/**
 * How many columns a stream shows, when it is a terminal that says so; else undefined, and what is written there is as
 * wide as it comes. A terminal that was never given a size says 0.
 */
export function terminalColumns({
  isTTY,
  columns,
}: {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}): number | undefined {
  return isTTY && columns ? columns : undefined;
}
