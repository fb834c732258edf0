import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, sampleComparison, sampleSuite } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

describe.skipIf(noBrowser)("a call in a transcript", () => {
  const browser = useBrowser();
  const view = useView(async (store) => {
    await sampleSuite(store);
  });

  test(
    "has room for its figures, whatever the name of the model",
    async () => {
      const page = await browser.open(view.at("/run/last?subject=x&task=rename&rep=0"));
      const what = page.locator(".t-call .what");
      expect(await what.textContent()).toBe("123456 tokens in, 2345 out");
      const beyond = `((it) => it && it.scrollWidth - it.clientWidth)(document.querySelector(".t-call .what"))`;
      await expect.poll(() => page.evaluate(beyond)).toBe(0);
    },
    patience,
  );
});

describe.skipIf(noBrowser)("tables that are wider than the page", () => {
  const browser = useBrowser();
  const view = useView(async (store) => {
    const { circumstances, tasks } = compareManifest();
    const categories = ["reasoning", "tool-use", "writing", "arithmetic"];
    const told = Object.keys(tasks).map((id, at) => ({ id, category: categories[at % 4]!, prompt: id }));
    const benchmark = { ...(circumstances.benchmark as object), tasks: told };
    await sampleComparison(store, { circumstances: { benchmark } });
  });

  test.each([
    ["/run/last", "Scores by category"],
    ["/run/last/judge", "Corrected scores"],
  ])(
    "%s shows at 400 pixels that there is more to the right, until one is there, and hides nothing on paper",
    async (place, name) => {
      const page = await browser.open(view.at(place), { viewport: { width: 400, height: 800 } });
      await page.getByRole("region", { name }).waitFor();
      const box = `document.querySelector('[aria-label="${name}"]')`;
      const mask = () => page.evaluate<string>(`getComputedStyle(${box}).maskImage`);
      await expect.poll(mask).toContain("linear-gradient");
      // It may still grow, and its end be further on.
      const toEnd = () => page.evaluate(`${box}.scrollLeft = 5000`).then(mask);
      await expect.poll(toEnd).toBe("none");
      await page.evaluate(`${box}.scrollLeft = 0`);
      await expect.poll(mask).toContain("linear-gradient");
      await page.emulateMedia({ media: "print" });
      expect(await mask()).toBe("none");
      await page.emulateMedia({ media: "screen" });
      await expect.poll(mask).toContain("linear-gradient");
      await page.setViewportSize({ width: 1400, height: 900 });
      await expect.poll(mask).toBe("none");
    },
    patience,
  );
});
