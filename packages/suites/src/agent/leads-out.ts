/**
 * The name of a file outside of the workspace that a patch copies or renames, as it stands there; null when there is
 * none. git looks at where a patch writes, but reads what it copies from anywhere.
 */
export function leadsOut(patch: string): string | null {
  // Lines of contents have a sign before them, so that none of them begins like this.
  for (const [, name] of patch.matchAll(/^(?:copy|rename) (?:from|to|old|new) (.*)$/gm)) {
    const path = plainName(name!.trimEnd());
    if (path.startsWith("/") || path.split("/").includes("..")) return name!;
  }
  return null;
}

/** Without the quotes that git puts around odd names, and without what it puts in place of their bytes. */
function plainName(name: string): string {
  if (!name.startsWith('"')) return name;
  return name
    .replace(/^"|"$/g, "")
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
    );
}
