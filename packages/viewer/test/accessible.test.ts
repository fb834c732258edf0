import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { sampleComparison, sampleFolder, sampleSuite } from "./support/sample-store.ts";
import { xView } from "./support/x-view.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(noBrowser)("for everybody", () => {
  const browser = useBrowser();
  let folder: Awaited<ReturnType<typeof sampleFolder>>;
  let view: Awaited<ReturnType<typeof xView>>;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    folder = await sampleFolder();
    ids.old = (await sampleComparison(folder.store, { name: "older" }, 1)).id;
    ids.latest = (await sampleComparison(folder.store)).id;
    ids.suite = (await sampleSuite(folder.store)).id;
    view = await xView(folder.path);
  }, patience);
  afterAll(async () => {
    await view?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  }, patience);

  const places = [
    ["/", "run-row"],
    ["/run/latest?subject=debate&task=ferry&rep=0", "evidence"],
    ["/run/suite?subject=x&task=add-tests&rep=1", "evidence"],
    ["/run/latest/cells", "list-row"],
    ["/run/latest/judge", "to-label"],
    ["/compare?a=old&b=latest&task=ferry", "evidence"],
  ] as const;

  test.each(
    places.flatMap(([place, sign]) =>
      (["light", "dark"] as const).map((theme) => [place, theme, sign] as const),
    ),
  )(
    "axe finds nothing serious at %s in the %s",
    async (place, theme, sign) => {
      const address = place.replaceAll(/\b(old|latest|suite)\b/g, (name) => ids[name]!);
      const page = await browser.open(view.link.replace(/#.*/, `#${address}`), {
        colorScheme: theme,
        bypassCSP: true,
      });
      await page.locator(`.${sign}`).first().waitFor();
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await (
          globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
        ).axe.run();
        return violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .map(({ html }) => html.slice(0, 200))
                .slice(0, 4)
                .join(" ")}`,
          );
      });
      expect(found).toEqual([]);
      expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(theme);
    },
    patience,
  );
});

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}
