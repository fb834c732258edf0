import { type ParseResult, Visitor } from "oxc-parser";

type Program = ParseResult["program"];

/** One place where a file names another module, in whatever way. */
export interface ImportSite {
  specifier: string;
  /** Offset into the text. */
  start: number;
  /** Gone once compiled: only types come from there. */
  typeOnly: boolean;
}

/**
 * Every module that a program names: imports, exports from elsewhere, dynamic imports, types from an import,
 * `require` and what `createRequire` made. Only names that stand there as a literal can be known.
 */
export function findImports(program: Program): ImportSite[] {
  const sites: ImportSite[] = [];
  const add = (start: number, source: Node | null | undefined, typeOnly = false) => {
    const specifier = literal(source);
    if (specifier !== undefined) sites.push({ specifier, start, typeOnly });
  };
  const requires = namesOfRequires(program);
  new Visitor({
    ImportDeclaration: (node) => add(node.start, node.source, node.importKind === "type"),
    ExportNamedDeclaration: (node) => add(node.start, node.source, node.exportKind === "type"),
    ExportAllDeclaration: (node) => add(node.start, node.source, node.exportKind === "type"),
    ImportExpression: (node) => add(node.start, node.source),
    TSImportType: (node) => add(node.start, node.source, true),
    TSExternalModuleReference: (node) => add(node.start, node.expression),
    CallExpression(node) {
      const { callee } = node;
      const finds =
        isCreateRequire(callee) ||
        (callee.type === "Identifier" && requires.has(callee.name)) ||
        (callee.type === "MemberExpression" &&
          nameOf(callee) === "resolve" &&
          (callee.object.type === "MetaProperty" ||
            (callee.object.type === "Identifier" && requires.has(callee.object.name))));
      if (finds) add(node.start, node.arguments[0]);
    },
  }).visit(program);
  return sites;
}

interface Node {
  type: string;
}

/** The text of a literal or of a template with nothing to fill in, through casts and brackets. */
function literal(node: Node | null | undefined): string | undefined {
  const it = node as {
    type?: string;
    value?: unknown;
    expression?: Node;
    expressions?: Node[];
    quasis?: { value: { cooked: string | null } }[];
  } | null;
  if (it?.type === "Literal") return typeof it.value === "string" ? it.value : undefined;
  if (it?.type === "TemplateLiteral" && it.expressions?.length === 0) {
    return it.quasis?.[0]?.value.cooked ?? undefined;
  }
  return it?.expression ? literal(it.expression) : undefined;
}

/** `require` itself and the variables that hold one that `createRequire` made. */
function namesOfRequires(program: Program): Set<string> {
  const names = new Set(["require"]);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && isCreateRequire(init)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

function isCreateRequire(node: Node | null): boolean {
  const it = node as { type?: string; callee?: Node } | null;
  return it?.type === "CallExpression" && it.callee !== undefined && nameOf(it.callee) === "createRequire";
}

/** The name by which something is called: of a variable, or of the last member on a path. */
function nameOf(node: Node): string | undefined {
  const it = node as { name?: string; property?: Node };
  return it.name ?? (it.property ? nameOf(it.property) : undefined);
}
