/** Is a value nested deeper than so many levels? Takes no stack, however deep it is. */
export function isNestedDeeper(value: object, levels: number): boolean {
  let level = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    const next: object[] = [];
    for (const each of level) {
      for (const inner of Object.values(each)) {
        if (typeof inner === "object" && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return false;
}
