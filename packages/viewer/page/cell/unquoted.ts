/**
 * Judges often put what they quote between quotation marks; the page sets its own around it. Other text stays as it is.
 */
export function unquoted(text: string): string {
  return /^["“„«]([^"“”„«»]*)["”“»]$/.exec(text.trim())?.[1] ?? text;
}
