/**
 * A text of at most about `most` characters: its start and its end with a note between them that says how much is
 * missing. The note itself is not counted. What is left out is not held in memory by what is there.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  const start = text.slice(0, head);
  const end = tail === 0 ? "" : text.slice(-tail);
  const cut = `${start}\n[… ${text.length - most} characters left out …]\n${end}`;
  // A part of a text holds on to the whole of it; one that was read from bytes has none.
  return Buffer.from(cut).toString();
}
