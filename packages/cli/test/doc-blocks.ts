import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { docPages, root } from "./doc-pages.ts";
import type { CodeBlock } from "./markdown.ts";
import { tempFolder } from "./temp-folder.ts";

/** A block, and the page that it stands on. */
export interface Found extends CodeBlock {
  page: string;
}

/** All blocks of a language, page by page. */
export function blocksOf(language: string): Found[] {
  return docPages.flatMap(({ page, blocks }) =>
    blocks.filter((block) => block.language === language).map((block) => ({ ...block, page })),
  );
}

/** Blocks of a page that are files. */
export function filesOf(page: string): CodeBlock[] {
  return (docPages.find((each) => each.page === page)?.blocks ?? []).filter(({ file }) => file !== undefined);
}

/** Packages of others that programs of the pages import, or are compiled with. */
const others = ["ai", "zod", "@types"];

/**
 * A folder outside the repository in which a page's programs find its files and the packages of this workspace, or ours
 * from a folder in which they are installed.
 */
export async function projectOf(page: string, installed?: string) {
  const folder = await tempFolder();
  const packages = join(root, "node_modules");
  const ours = "@flow-state-dev";
  await mkdir(join(folder.path, "node_modules"));
  const link = (name: string, from: string) =>
    symlink(join(from, name), join(folder.path, "node_modules", name), "junction");
  await link(ours, installed ?? packages);
  for (const name of others) await link(name, packages);
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const { file, text } of filesOf(page)) {
    await mkdir(dirname(join(folder.path, file!)), { recursive: true });
    await writeFile(join(folder.path, file!), text);
  }
  return folder;
}
