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

/** Packages of others that programs of the pages import. */
const others = ["ai", "zod"];

/**
 * A folder outside the repository in which a page's programs find its files and the packages of this workspace, or ours
 * from a folder in which they are installed.
 */
export async function projectOf(page: string, installed?: string) {
  const folder = await tempFolder();
  const packages = join(root, "node_modules");
  const link = (from: string, name = "") =>
    symlink(from, join(folder.path, "node_modules", name), "junction");
  if (installed === undefined) await link(packages);
  else {
    await mkdir(join(folder.path, "node_modules"));
    await link(join(installed, "@flow-state-dev"), "@flow-state-dev");
    for (const name of others) await link(join(packages, name), name);
  }
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const { file, text } of filesOf(page)) {
    await mkdir(dirname(join(folder.path, file!)), { recursive: true });
    await writeFile(join(folder.path, file!), text);
  }
  return folder;
}
