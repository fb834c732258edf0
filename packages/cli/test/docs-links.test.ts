import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { docPages, root, workPages } from "./doc-pages.ts";
import { anchorsOf, relativeLinks } from "./markdown.ts";

test.each([...docPages, ...workPages])("links and pictures of $page lead somewhere", ({ page, text }) => {
  const broken = relativeLinks(text).filter(({ file, anchor }) => {
    const target = file === "" ? page : normalize(join(dirname(page), file));
    if (!existsSync(join(root, target))) return true;
    return anchor !== null && !anchorsOf(readFileSync(join(root, target), "utf8")).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("the index names every page of the docs, and the README the index", () => {
  const linked = (page: string) =>
    relativeLinks(readFileSync(join(root, page), "utf8")).map(({ file }) => join(dirname(page), file));
  const guides = docPages
    .map(({ page }) => page)
    .filter((page) => page !== "README.md" && page !== "docs/README.md");
  expect(guides.filter((page) => !linked("docs/README.md").includes(page))).toEqual([]);
  expect(linked("README.md")).toContain("docs/README.md");
});

test("anchors are those of GitHub", () => {
  const page = "# A & b: `x` \n## Two words\n## Two words\n```sh\n# no heading\n```\n";
  expect(anchorsOf(page)).toEqual(["a--b-x", "two-words", "two-words-1"]);
});
