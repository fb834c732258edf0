import { printable } from "../text/printable.ts";
import { shown } from "../text/shown.ts";
import type { FolderView } from "./graded-workspace.ts";
import { formOf, inOtherForm } from "./unicode-form.ts";

const mostNames = 12;
const mostListed = 1_000;

/** What is to be seen where a file is missing: "test/ holds: auth.test.ts". */
export async function describeMissing(view: FolderView, path: string): Promise<string> {
  const parts = path.split("/").slice(0, -1);
  while (parts.length > 0 && (await view.kind(parts.join("/"))) !== "folder") parts.pop();
  const folder = parts.join("/");
  const wanted = path.split("/").slice(0, -1).join("/");
  const lacking = folder === wanted ? "" : `there is no folder ${plain(`${wanted}/`)}; `;
  const name = folder === "" ? "the workspace" : plain(`${folder}/`);
  const entries = await view.list(folder, mostListed);
  const part = path.split("/")[parts.length]!;
  const alike = inOtherForm(
    part,
    entries.map((entry) => entry.name),
  );
  if (alike !== undefined)
    return `${name} holds ${plain(alike)}, which only looks the same: it is written in ${formOf(alike)}, the name asked for in ${formOf(part)} (forms of Unicode)`;
  if (entries.length === 0) return `${lacking}${name} is empty`;
  const names = entries
    .slice(0, mostNames)
    .map((entry) => plain(entry.kind === "folder" ? `${entry.name}/` : entry.name));
  const more = entries.length - names.length;
  const rest = more === 0 ? "" : ` and ${entries.length === mostListed ? "many" : more} more`;
  return `${lacking}${name} holds: ${names.join(", ")}${rest}`;
}

/** A name as it is when that is safe to print, in quotes when not. */
export function plain(name: string): string {
  return printable(name, 100) === name && !/[\n\t,]/.test(name) && name.trim() === name
    ? name
    : shown(name, 100);
}
