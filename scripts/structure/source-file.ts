import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** One import, export-from or dynamic import, and the line it stands on. */
export interface ImportSite {
  specifier: string;
  line: number;
}

/** A parsed source: what the checks look at. */
export interface SourceFile {
  path: string;
  text: string;
  imports: ImportSite[];
  program: ReturnType<typeof parseSync>["program"];
  comments: ReturnType<typeof parseSync>["comments"];
}

/** Reads and parses a file; throws when it does not parse. */
export function readSource(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: ImportSite[] = [];
  for (const site of module.staticImports) {
    imports.push({ specifier: site.moduleRequest.value, line: lineAt(text, site.start) });
  }
  for (const site of module.staticExports) {
    for (const entry of site.entries) {
      if (!entry.moduleRequest) continue;
      imports.push({ specifier: entry.moduleRequest.value, line: lineAt(text, site.start) });
    }
  }
  for (const site of module.dynamicImports) {
    const literal = text.slice(site.moduleRequest.start, site.moduleRequest.end);
    const specifier = /^(["'`])([^$]*)\1$/.exec(literal)?.[2];
    if (specifier) imports.push({ specifier, line: lineAt(text, site.start) });
  }
  return { path, text, imports, program, comments };
}

/** The line, from 1, of an offset into a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i !== -1 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
