/** A proposal that says what it is for by itself; the library behind completion knows only words. */
export function withMeaning(word: string, meaning: string): string {
  return `${word}\t${meaning}`;
}

/** The word, and what it is for: its own meaning where it brings one. */
export function splitMeaning(proposal: string, otherwise: string): { word: string; brief: string } {
  const [word = "", meaning = otherwise] = proposal.split("\t");
  return { word, brief: meaning };
}
