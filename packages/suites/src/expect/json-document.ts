import { createScanner, type ParseError, parse as parseJsonWithComments } from "jsonc-parser";
import { parseExactJson } from "./exact-json.ts";

/** JSON, or JSON with comments and trailing commas as in configuration files; undefined when it is neither. */
export function parseDocument(text: string): { value: unknown } | undefined {
  try {
    return { value: parseExactJson(text) };
  } catch {
    try {
      const errors: ParseError[] = [];
      parseJsonWithComments(text, errors, { allowTrailingComma: true });
      return errors.length > 0 ? undefined : { value: parseExactJson(withoutExtras(text)) };
    } catch {
      return undefined;
    }
  }
}

const end = 17;
const comma = 5;
const closing = new Set([2, 4]);

/** The same without comments and trailing commas. The text must be known to be JSON with these. */
function withoutExtras(text: string): string {
  const scanner = createScanner(text, true);
  const kept: string[] = [];
  for (let token = scanner.scan(); token !== end; token = scanner.scan()) {
    if (closing.has(token) && kept.at(-1) === ",") kept.pop();
    const at = scanner.getTokenOffset();
    kept.push(token === comma ? "," : text.slice(at, at + scanner.getTokenLength()));
  }
  return kept.join(" ");
}
