import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PageFiles, pageFileNames } from "./page-files.ts";

/**
 * The page as it is shipped with the package; in a checkout, where there is none, it is built from its sources, once
 * for each state of them.
 */
export async function readPage(): Promise<PageFiles> {
  const shipped = fileURLToPath(new URL("../page", import.meta.url));
  if (existsSync(join(shipped, "index.html"))) return filesIn(shipped);
  // Not a word that the compiler follows: what builds the page is no part of the package.
  const builder = new URL("../../scripts/build-page.ts", import.meta.url).href;
  const { cachedPage } = (await import(builder)) as { cachedPage: () => Promise<string> };
  return filesIn(await cachedPage());
}

function filesIn(folder: string): PageFiles {
  return Object.fromEntries(
    pageFileNames.map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  ) as unknown as PageFiles;
}
