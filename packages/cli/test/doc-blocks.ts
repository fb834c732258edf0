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

/** A folder outside the repository in which a page's programs find its files and the packages of this workspace. */
export async function projectOf(page: string) {
  const folder = await tempFolder();
  await symlink(join(root, "node_modules"), join(folder.path, "node_modules"), "junction");
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const { file, text } of filesOf(page)) {
    await mkdir(dirname(join(folder.path, file!)), { recursive: true });
    await writeFile(join(folder.path, file!), text);
  }
  return folder;
}
