import { readFileSync } from "node:fs";
import { type Comment, parseSync } from "oxc-parser";

/** A field of an interface, or of an object type. */
export interface TypeField {
  name: string;
  optional: boolean;
  /** As it stands in the source, on one line. */
  type: string;
  doc: string;
}

/** Something that a file exports, with its doc comment. */
export interface ExportedThing {
  name: string;
  doc: string;
  /** How a function is called; null for types. */
  signature: string | null;
  /** Empty when it is no object. */
  fields: TypeField[];
  /** The whole type on one line, for those that are no object. */
  text: string;
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Reads what a source file exports under these names, in their order. Throws when one is not there. */
export function readTypes(file: string, names: readonly string[]): ExportedThing[] {
  const source = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, source);
  const body = program.body as unknown as Node[];
  return names.map((name) => {
    const found = body.find(
      (each) => each.type === "ExportNamedDeclaration" && nameOf(each.declaration as Node | null) === name,
    );
    if (!found) throw new Error(`${file} exports no ${name}`);
    return thing(name, found, source, comments);
  });
}

function nameOf(declaration: Node | null): string | undefined {
  return (declaration?.id as { name?: string } | undefined)?.name;
}

function thing(name: string, statement: Node, source: string, comments: readonly Comment[]): ExportedThing {
  const declaration = statement.declaration as Node;
  const text = (node: Node) => oneLine(source.slice(node.start, node.end));
  const doc = (node: Node) => docBefore(node.start, source, comments);
  const isFunction = declaration.type === "FunctionDeclaration";
  const whole = isFunction ? null : ((declaration.typeAnnotation as Node | undefined) ?? null);
  const signature = isFunction
    ? oneLine(source.slice(declaration.start, (declaration.body as Node).start)).replace(
        /^(async )?function /,
        "",
      )
    : null;
  const fields = membersOf(declaration).map((member) => {
    const annotation = (member.typeAnnotation as Node | undefined)?.typeAnnotation as Node | undefined;
    return {
      name: text(member.key as Node),
      optional: member.optional === true,
      type: annotation ? text(annotation) : text(member),
      doc: doc(member),
    };
  });
  return { name, doc: doc(statement), signature, fields, text: whole ? text(whole) : "" };
}

/** Members of an interface, of an object type, or of the object types of an intersection. */
function membersOf(node: Node): Node[] {
  if (node.type === "TSInterfaceDeclaration") return (node.body as { body: Node[] }).body;
  if (node.type === "TSTypeAliasDeclaration") return membersOf(node.typeAnnotation as Node);
  if (node.type === "TSTypeLiteral") return node.members as Node[];
  return node.type === "TSIntersectionType" ? (node.types as Node[]).flatMap(membersOf) : [];
}

/** The doc comment that ends right before a place, as prose. */
function docBefore(at: number, source: string, comments: readonly Comment[]): string {
  const comment = comments.findLast(({ end }) => end <= at);
  if (!comment?.value.startsWith("*") || source.slice(comment.end, at).trim() !== "") return "";
  return oneLine(comment.value.replaceAll(/^\s*\*+/gm, "").replaceAll(/@param (\w+)/g, "`$1`:"));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/\( /g, "(").replaceAll(/, \)/g, ")").trim();
}
