/** A guess at a time span, no more exact than a guess is: `about 20 s`, `about 4 m`. */
export function formatAbout(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 10) return `about ${seconds} s`;
  if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} m` : `about ${Math.round(minutes / 60)} h`;
}
