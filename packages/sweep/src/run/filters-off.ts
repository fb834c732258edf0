/** Asks git for the filters that a repository declares. Ends with 1 where there are none. */
export const listFilters = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."] as const;

/**
 * Settings for git that switch off the programs a repository wants its files sent through: they might be anybody's, and
 * `git status` runs them. Null when they cannot be switched off, since no setting can name them.
 *
 * @param listed what git told when it was asked for `listFilters`
 */
export function filtersOff(listed: string): string[] | null {
  const names = [...new Set(listed.split("\0"))].filter((name) =>
    /\.(clean|smudge|process|required)$/s.test(name),
  );
  // `-c` takes all behind the first = for the value, and what is no UTF-8 is not known any more.
  if (names.some((name) => /[=\uFFFD]/.test(name))) return null;
  return names.flatMap((name) => ["-c", name.endsWith(".required") ? `${name}=false` : `${name}=`]);
}
