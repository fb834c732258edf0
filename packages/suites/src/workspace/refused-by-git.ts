/** Characters that HFS+ does not see in names. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether git refuses to apply a change at a path: names that are its own, in the spellings of all file systems
 * (`.GIT`, `git~1`, `.git.`, with letters that are not seen), and links in place of its settings.
 */
export function refusedByGit(path: string, isLink: boolean): boolean {
  return path.split(/[/\\]/).some((part) => {
    const name = plainName(part);
    return (
      name === ".git" || name === "git~1" || (isLink && /^(?:\.gitmodules|(?:gitmod|gi7eba)~\d)$/.test(name))
    );
  });
}

/** As the most forgiving file system would take it: no stream, no blanks or dots at the end, small letters. */
function plainName(part: string): string {
  return part
    .replace(unseen, "")
    .replace(/:.*$/s, "")
    .replace(/[ .]+$/, "")
    .toLowerCase();
}
