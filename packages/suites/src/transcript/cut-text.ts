/**
 * A text of at most about `most` characters: its start and its end with a note between them that says how much is
 * missing. The note itself is not counted.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  const start = text.slice(0, head).toWellFormed();
  const end = tail === 0 ? "" : text.slice(-tail).toWellFormed();
  return `${start}\n[… ${text.length - most} characters left out …]\n${end}`;
}
