/** The name of a tool without what stands before it: some models call `functions.read` or `default_api.read`. */
export function bareName(toolName: string): string {
  return toolName.split(/[.:/]/).at(-1)!;
}
