/** The beginning of a text from elsewhere, short enough for an error message. */
export function excerpt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
