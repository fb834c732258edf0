import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { benchmarksPage } from "./reference/benchmarks-page.ts";
import { commandsPage } from "./reference/commands-page.ts";
import { suitePage } from "./reference/suite-page.ts";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));

// To write them anew: npm test -- packages/cli/test/docs-reference.test.ts -u
test.each([
  ["commands.md", commandsPage],
  ["benchmarks-reference.md", benchmarksPage],
  ["suite-reference.md", suitePage],
])("docs/%s says what the sources say", async (page, build) => {
  await expect(build()).toMatchFileSnapshot(`${docs}/${page}`);
});
