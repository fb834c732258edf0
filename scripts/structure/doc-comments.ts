import { relative } from "node:path";
import { lineAt, type SourceFile } from "./source-file.ts";

/** Exported symbols without a doc comment: one sentence each. Re-exports are documented where they are declared. */
export function findUndocumented(files: readonly SourceFile[], root: string): string[] {
  return files.flatMap((file) =>
    undocumentedIn(file).map(
      ({ name, start }) =>
        `${relative(root, file.path)}:${lineAt(file.text, start)} exports ${name} without a doc comment`,
    ),
  );
}

interface Symbol {
  name: string;
  start: number;
}

function undocumentedIn(file: SourceFile): Symbol[] {
  const documented = new Set<string>();
  const bare: Symbol[] = [];
  const declared = new Map<string, number>();
  const see = (name: string, start: number) => {
    if (hasDocComment(file, start)) documented.add(name);
    else bare.push({ name, start });
  };
  // What is exported as a whole is documented where it is declared, if it has a name here.
  const seeWhole = (name: string, value: { type: string; name?: unknown }, start: number) => {
    const local = value.type === "Identifier" ? String(value.name) : "";
    const place = declared.get(local);
    if (place !== undefined) see(local, place);
    else see(name, start);
  };
  for (const node of file.program.body) {
    if (node.type === "ExportNamedDeclaration" && node.declaration) {
      for (const name of namesOf(node.declaration)) see(name, node.start);
    } else for (const name of namesOf(node)) declared.set(name, declared.get(name) ?? node.start);
  }
  for (const node of file.program.body) {
    if (node.type === "ExportDefaultDeclaration") seeWhole("default", node.declaration, node.start);
    if (node.type === "TSExportAssignment") seeWhole("export =", node.expression, node.start);
    if (node.type !== "ExportNamedDeclaration" || node.source) continue;
    for (const specifier of node.specifiers) {
      const name = "name" in specifier.local ? specifier.local.name : "";
      const start = declared.get(name);
      if (start !== undefined) see(name, start);
    }
  }
  // An overloaded function, or a type and a value of one name, need one comment.
  return bare.filter(({ name }) => !documented.has(name));
}

function namesOf(node: { type: string }): string[] {
  const it = node as { id?: Pattern | null; declarations?: { id: Pattern }[] };
  return it.declarations ? it.declarations.flatMap(({ id }) => namesIn(id)) : namesIn(it.id);
}

/** A name, or what takes an object or an array apart into names. */
interface Pattern {
  name?: string;
  properties?: Pattern[];
  elements?: (Pattern | null)[];
  value?: Pattern | null;
  left?: Pattern;
  argument?: Pattern;
}

function namesIn(pattern: Pattern | null | undefined): string[] {
  if (!pattern) return [];
  if (pattern.name !== undefined) return [pattern.name];
  const { properties = [], elements = [], value, left, argument } = pattern;
  return [...properties, ...elements, value, left, argument].flatMap(namesIn);
}

function hasDocComment(file: SourceFile, start: number): boolean {
  return file.comments.some(
    (comment) =>
      comment.type === "Block" &&
      /^\*[\s*]*[^\s*]/.test(comment.value) &&
      comment.end <= start &&
      /^\s*$/.test(file.text.slice(comment.end, start)),
  );
}
