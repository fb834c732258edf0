/**
 * Of these texts the one that looks like the wanted one and is written with other characters: "é" is one sign, or an
 * "e" and an accent. Names from a Mac are often the latter. Undefined when there is none.
 */
export function inOtherForm(wanted: string, texts: Iterable<string>): string | undefined {
  const form = wanted.normalize("NFC");
  for (const text of texts) if (text !== wanted && text.normalize("NFC") === form) return text;
  return undefined;
}

/** In which Unicode form a text is written, to be told beside its like. */
export function formOf(text: string): string {
  if (text === text.normalize("NFC")) return "NFC";
  return text === text.normalize("NFD") ? "NFD" : "neither NFC nor NFD";
}
