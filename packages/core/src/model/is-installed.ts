/** Can this package be imported from here? Nothing of it is run to find out. */
export function isInstalled(packageName: string): boolean {
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}
