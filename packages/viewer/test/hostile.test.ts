import { describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { compareManifest, endCell, judgedCell } from "./support/sample-store.ts";
import { useView } from "./support/use-view.ts";
import { runX } from "./support/x-view.ts";

const script = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>";
const subject = `evil"><img src=x onerror="window.hacked=3">`;
const task = `</script><svg onload=window.hacked=4>\u001b[2Jtask`;
const output = `${script}\u001b]0;owned\u0007\u001b[31mred\u202Ereversed ${"x".repeat(10_000_000)} the end`;
const broken = new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode("after broken bytes")]);

describe.skipIf(noBrowser)("what models write is text and nothing else", () => {
  const browser = useBrowser();
  const view = useView(async (store) => {
    const manifest = compareManifest({
      ...{ name: script, subjects: [subject, "plain"], tasks: { [task]: "h" }, runs: 1 },
      ...{ circumstances: {}, models: { executor: script, judge: "j" } },
    });
    const run = await store.createRun(manifest, 2);
    const line = { type: "emitted", id: "b", at: 1, name: script, data: `${script}\u001b[1A` };
    await endCell(
      store,
      run,
      { subject, task, run: 0 },
      {
        ...judgedCell(false, script),
        artifacts: [
          { name: "output", mediaType: "text/plain", content: output },
          {
            name: "transcript",
            mediaType: "application/jsonl",
            content: `{broken\n${JSON.stringify(line)}\nnull\n`,
          },
          { name: "patch", mediaType: "text/x-diff", content: broken },
        ],
      },
    );
    const error = { name: "E", message: `${script}\u001b[41m` };
    await endCell(store, run, { subject: "plain", task, run: 0 }, { outcome: { kind: "errored", error } });
    await store.updateRun(run.id, { state: "finished", warnings: [script] });
  });

  const hacked = () => (globalThis as { hacked?: number }).hacked;

  test(
    "in the page: nothing runs, escapes are seen, ten megabytes come in pieces",
    async () => {
      const page = await browser.open(view.at("/run/last"));
      await page.getByRole("note").getByText(script, { exact: true }).waitFor();
      await page.locator(".sq.o-failed").click();
      const panel = page.getByRole("complementary", { name: "Cell" });
      const text = panel.getByRole("region", { name: "Output", exact: true });
      await text.getByText("␛]0;owned␇␛[31mred⟨U+202E⟩reversed").waitFor();
      expect(await text.textContent()).toContain(script);
      expect((await text.textContent())!.length).toBeLessThan(10_000);
      const more = panel.getByRole("button", { name: /show more/ });
      await more.click();
      await expect.poll(async () => (await text.textContent())!.length).toBeGreaterThan(15_000);
      await more.click();
      await expect.poll(async () => (await text.textContent())!.length).toBeGreaterThan(50_000);
      expect((await page.content()).length).toBeLessThan(3_000_000);
      await panel.getByText("\ufffd\ufffdafter broken bytes").waitFor();
      expect(await page.evaluate(hacked)).toBeUndefined();
      for (const place of ["/", "/compare?a=last&b=last", "/run/last/judge", "/run/last/cells"]) {
        await page.goto(page.url().replace(/#.*/, `#${place}`));
        await page.locator(".card").first().waitFor();
        expect(await page.evaluate(hacked)).toBeUndefined();
        expect(await page.locator("img").count()).toBe(0);
      }
    },
    patience,
  );

  test(
    "in the file: nothing runs, and the file is not larger for a text of ten megabytes",
    async () => {
      const { code, stderr } = await runX(view.path, "report", "last", "--html", "out/report.html");
      expect(code, stderr).toBe(0);
      const { readFile } = await import("node:fs/promises");
      const html = await readFile(`${view.path}/out/report.html`, "utf8");
      expect(html.length).toBeLessThan(1_000_000);
      const page = await browser.open(`file://${view.path}/out/report.html`);
      await page.getByRole("note").getByText(script, { exact: true }).waitFor();
      await page.locator(".sq.o-failed").click();
      await page.getByRole("region", { name: "Output", exact: true }).getByText("␛]0;owned␇").waitFor();
      expect(await page.evaluate(hacked)).toBeUndefined();
      expect(await page.locator("img").count()).toBe(0);
    },
    patience,
  );
});
