import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { sampleComparison, sampleSuite } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(noBrowser)("for everybody", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    ids.old = (await sampleComparison(store, { name: "older" }, 1)).id;
    ids.latest = (await sampleComparison(store)).id;
    ids.suite = (await sampleSuite(store)).id;
  });

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
      const page = await browser.open(view.at(address), {
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
