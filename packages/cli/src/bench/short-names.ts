import { visibleLine, visibleText } from "../visible-text.ts";

const most = 60;

/**
 * Names for a table: long ones are cut at their end; where that makes two alike, in their midst; where those are alike
 * too, they are numbered.
 */
export function shortNames(names: readonly string[]): (name: string) => string {
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

function atEnd(name: string): string {
  return visibleLine(name, most);
}

function inTheMidst(name: string): string {
  const line = visibleText(name.slice(0, 2_000)).replaceAll("\n", "␊");
  return `${line.slice(0, 24).toWellFormed()}…${line.slice(25 - most).toWellFormed()}`;
}
