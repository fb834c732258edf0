/** What a script was told, or how it is called and an exit code of 2 when that makes no sense. */
export function argumentsOr<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}
