import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CodeBlock, codeBlocks } from "./markdown.ts";

/** The folder that everything is in. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A page for readers. */
export interface DocPage {
  /** From the root. */
  page: string;
  text: string;
  blocks: CodeBlock[];
}

/** Pages that are made from the sources; see `reference/`. */
export const generated = ["docs/commands.md", "docs/benchmarks-reference.md", "docs/suite-reference.md"];

/** All pages for users, the first one first. */
export const docPages: readonly DocPage[] = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map(readPage);

/** Pages for those who work on it. */
export const workPages: readonly DocPage[] = ["AGENTS.md", "CONTRIBUTING.md", "perf/README.md"].map(readPage);

function readPage(page: string): DocPage {
  const text = readFileSync(join(root, page), "utf8");
  return { page, text, blocks: codeBlocks(text) };
}
