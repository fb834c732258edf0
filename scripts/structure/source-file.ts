import { readFileSync } from "node:fs";
import { type ParseResult, parseSync } from "oxc-parser";
import { findImports, type ImportSite } from "./imports.ts";

/** A parsed source: what the checks look at. */
export interface SourceFile {
  path: string;
  text: string;
  imports: ImportSite[];
  program: ParseResult["program"];
  comments: ParseResult["comments"];
}

/** Reads and parses a file; throws when it does not parse. */
export function readSource(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { path, text, imports: findImports(program), program, comments };
}

/** The line, from 1, of an offset into a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i !== -1 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
