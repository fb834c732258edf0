import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { receiptFile } from "../../doctor/receipt-file.ts";

const mostBytes = 16 * 2 ** 20;

/**
 * Absolute paths of all suites in a folder, of their receipts, and of what they declare as hidden and as solutions: an
 * agent that works on one of them may not see those of the others. Read leniently: a suite with mistakes counts too.
 */
export function suitesBeside(folder: string): string[] {
  return [...new Set(namesIn(folder).flatMap((name) => declaredIn(folder, name)))];
}

function declaredIn(folder: string, name: string): string[] {
  const file = join(folder, name);
  const suite = objectIn(file);
  if (!suite || typeof suite.name !== "string" || !Array.isArray(suite.cases)) return [];
  const cases: unknown[] = suite.cases;
  const declared = [suite, suite.defaults, ...cases].flatMap((each) =>
    isObject(each) ? [each.hidden, each.solution] : [],
  );
  const paths = declared
    .filter((path) => typeof path === "string")
    .map((path) => resolve(folder, path))
    // Nobody means the folder of the suites itself, or one around it.
    .filter((path) => relative(path, folder).startsWith(".."));
  return [file, receiptFile(file), ...paths];
}

function objectIn(file: string): Record<string, unknown> | null {
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > mostBytes) return null;
    const text = readFileSync(file, "utf8");
    const value: unknown = text.includes('"cases"') ? parse(text, [], { allowTrailingComma: true }) : null;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    // Backups that editors leave count too: `a.json~`, `a.json.bak`, `#a.json#`.
    return readdirSync(folder).filter((name) => /\.(?:jsonc?|json5)(?![a-z\d])/i.test(name));
  } catch {
    return [];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
