import { visibleLine, visibleText } from "./visible-text.ts";

/**
 * Names of at most so many characters for a table or a list: long ones are cut at their end; where that makes two
 * alike, in their midst; where those are alike too, they are numbered.
 */
export function shortNames(names: readonly string[], most = 60): (name: string) => string {
  const atEnd = (name: string) => visibleLine(name, most);
  const inTheMidst = (name: string) => {
    const line = visibleText(name.slice(0, 2_000)).replaceAll("\n", "␊");
    const first = Math.round(most * 0.4);
    return `${line.slice(0, first).toWellFormed()}…${line.slice(first + 1 - most).toWellFormed()}`;
  };
  const short = new Map<string, string>();
  for (const cut of [atEnd, inTheMidst]) {
    const left = names.filter((name) => !short.has(name));
    for (const [shown, alike] of Map.groupBy(new Set(left), cut)) {
      if (alike.length === 1) short.set(alike[0]!, shown);
    }
  }
  let number = 0;
  for (const name of names)
    if (!short.has(name)) short.set(name, `${visibleLine(name, most - 5)} (${++number})`);
  return (name) => short.get(name) ?? atEnd(name);
}
