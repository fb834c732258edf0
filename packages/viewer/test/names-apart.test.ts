import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell, judgedCell } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";

const start = "packages/application-server/of-a-long-name";
const subjects = [`${start}/first-a`, `${start}/first-b`];
const tasks = Array.from({ length: 24 }, (_, at) => `${start}/task-${"abcdefghijklmnopqrstuvwx"[at]}`);
const categories = [`${start}/kind-a`, `${start}/kind-b`];

describe.skipIf(noBrowser)("names that begin alike, where a line has no room for them", () => {
  const browser = useBrowser();
  const ids: Record<string, string> = {};
  const view = useView(async (store) => {
    for (const kind of ["compare", "bench"] as const)
      for (const each of ["a", "b"]) {
        const described = tasks.map((id, at) => ({
          id,
          prompt: id,
          ...(kind === "bench" ? { tags: [categories[at % 2]!] } : { category: categories[at % 2]! }),
        }));
        const manifest = compareManifest({
          ...{ kind, name: `${start}/${kind}-${each}`, subjects, runs: 1, simulated: false },
          tasks: Object.fromEntries(tasks.map((id) => [id, "h"])),
          circumstances: { benchmark: { subjects: subjects.map((name) => ({ name })), tasks: described } },
        });
        const run = await store.createRun(manifest, 2 * tasks.length);
        for (const subject of subjects)
          for (const task of tasks)
            await endCell(store, run, { subject, task, run: 0 }, judgedCell(true, task));
        await store.updateRun(run.id, { state: "finished" });
        ids[kind] = run.id;
      }
  });

  const lists = [
    ["/", ".run-row .link", 4],
    ["/run/compare", ".heat th[scope=row]", 2],
    ["/run/compare", ".heat th.col", 3],
    ["/run/bench", ".plain .agent", 2],
    ["/run/compare/cells", ".list-row:not(.head) .subject", 2],
    ["/run/compare/cells", ".list-row:not(.head) .task", 2],
  ] as const;

  test.each([375, 1400])(
    "look different from each other at %i pixels",
    async (width) => {
      const page = await browser.open(view.at("/"), { viewport: { width, height: 900 } });
      for (const [place, names, many] of lists) await goAndLook(page, place, names, many);
      if (width < 640) await goAndLook(page, "/run/compare/cells", ".trow .tname:not(:empty)", 6);
    },
    patience,
  );

  async function goAndLook(page: Page, place: string, names: string, many: number) {
    await page.goto(
      page.url().replace(/#.*/, `#${place.replaceAll(/compare|bench/g, (kind) => ids[kind]!)}`),
    );
    const shown = page.locator(names);
    await shown.nth(many - 1).waitFor();
    const first: Locator[] = [];
    for (const each of await shown.all()) {
      const text = await each.textContent();
      const known = await Promise.all(first.map((other) => other.textContent()));
      if (!known.includes(text) && first.length < many) first.push(each);
    }
    const pictures: string[] = [];
    for (const each of first) pictures.push((await each.screenshot()).toString("base64"));
    expect(new Set(pictures).size, `${place} ${names}`).toBe(many);
  }

  test.each([375, 1400])(
    "are told apart in what one chooses from at %i pixels, too",
    async (width) => {
      const page = await browser.open(view.at(`/compare?a=${ids.compare}&b=${ids.compare}`), {
        viewport: { width, height: 900 },
      });
      const side = (letter: string, subject: string) => {
        const field = page.getByLabel(`Subject ${letter}`);
        return field.selectOption(subject).then(() => field.screenshot());
      };
      await page.getByLabel("Subject B").waitFor();
      const [first, second] = [await side("A", subjects[0]!), await side("A", subjects[1]!)];
      expect(first.equals(second)).toBe(false);
      const field = page.getByLabel("Task side by side");
      const tasksShown: string[] = [];
      for (const task of tasks.slice(0, 2)) {
        await field.selectOption(task);
        await page
          .getByRole("region", { name: `${task} · run 1` })
          .first()
          .waitFor();
        await field.evaluate("(it) => it.blur()");
        tasksShown.push((await field.screenshot()).toString("base64"));
      }
      expect(new Set(tasksShown).size).toBe(2);
    },
    patience,
  );

  test(
    "are read out and copied whole",
    async () => {
      const page = await browser.open(view.at(`/run/${ids.compare}/cells`), {
        viewport: { width: 375, height: 900 },
      });
      const row = page.getByRole("button", { name: `${subjects[0]} ${tasks[0]} run 1` });
      await row.waitFor();
      const copied = page.evaluate(`(() => {
        getSelection().selectAllChildren(document.querySelector("button.list-row .task"));
        return String(getSelection());
      })()`);
      expect(await copied).toContain(tasks[0]);
    },
    patience,
  );
});
