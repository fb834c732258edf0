import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./markdown-table.ts";
import { type ExportedThing, readTypes } from "./read-types.ts";

const packages = fileURLToPath(new URL("../../..", import.meta.url));

/** A section for each of these names: how it is called or what it is made of, from the source. */
export function typesSection(file: string, names: readonly string[]): string[] {
  return readTypes(join(packages, file), names).map(section);
}

function section({ name, doc, signature, fields, text }: ExportedThing): string {
  const rows = fields.map((field) => [
    `\`${field.name}${field.optional ? "?" : ""}\``,
    `\`${field.type}\``,
    field.doc,
  ]);
  return [
    `### ${name}`,
    ...(doc === "" ? [] : [doc]),
    ...(signature === null ? [] : [`\`${signature}\``]),
    ...(signature === null && rows.length === 0 ? [`\`${text}\``] : []),
    ...(signature === null && rows.length > 0 && text.includes(" & ")
      ? [`Everything of \`${text.split(" & ")[0]}\`, and:`]
      : []),
    ...(rows.length === 0 ? [] : [markdownTable(["field", "type", "meaning"], rows)]),
  ].join("\n\n");
}
