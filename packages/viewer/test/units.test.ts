import { describe, expect, test } from "vitest";
import { duration } from "../page/parts/format.ts";
import { unbroken } from "../page/parts/unbroken.ts";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { sampleComparison, sampleSuite } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

test("a number stays with its unit, and a word with the word after it does not", () => {
  expect(unbroken("2 of 3 passed (67 %, 95 % interval 9 to 99 %) in 3 m 40 s, 2 more sat at 5 sites.")).toBe(
    "2 of 3 passed (67\u00a0%, 95\u00a0% interval 9 to 99\u00a0%) in 3\u00a0m\u00a040\u00a0s, 2 more sat at 5 sites.",
  );
  expect(duration(7_500_000)).toBe("2\u00a0h\u00a05\u00a0m");
});

describe.skipIf(noBrowser)("on a narrow page", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    ids.suite = (await sampleSuite(store)).id;
    ids.older = (await sampleComparison(store, {}, 1)).id;
    ids.compare = (await sampleComparison(store)).id;
  });

  test.each([
    ["a suite with a cell", () => `/run/${ids.suite}?subject=x&task=add-tests&rep=1`],
    ["a comparison with a cell", () => `/run/${ids.compare}?subject=debate&task=ferry&rep=0`],
    ["a judge", () => `/run/${ids.compare}/judge`],
    ["two runs", () => `/compare?a=${ids.older}&b=${ids.compare}`],
  ])(
    "no number of %s stands on another line than its unit",
    async (_, place) => {
      const page = await browser.open(view.at(place()));
      await page.locator(".card").first().waitFor();
      if (place().includes("subject")) await page.locator(".evidence").waitFor();
      const torn = new Set<string>();
      for (let width = 320; width <= 480; width += 4) {
        await page.setViewportSize({ width, height: 900 });
        for (const text of await page.evaluate<string[]>(tornNumbers)) torn.add(text);
      }
      expect([...torn]).toEqual([]);
    },
    patience,
  );
});

/** Texts of the page in which a number and its unit are on two lines. */
const tornNumbers = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const torn = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.parentElement.closest("pre, svg")) continue;
    for (const found of node.data.matchAll(/\\d\\s(%|ms|s|m|h|kB|MB|B)(?!\\w)/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) torn.push(node.data);
    }
  }
  return torn;
})()`;
