/**
 * What was typed, with the flags that were given nothing by `=` as two words: `--model=` is what `--model="$MODEL"`
 * leaves where that variable is not set, and means what `--model ""` means. The library takes it for the name of a
 * file. What stands behind `--` is no flag.
 */
export function withEmptyValues(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  return words.flatMap((word, at) =>
    (end === -1 || at < end) && /^(?:--[a-z][a-z-.\d_]+|-[a-z])=$/i.test(word)
      ? [word.slice(0, -1), ""]
      : [word],
  );
}
