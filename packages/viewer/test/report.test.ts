import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noBrowser, patience, useBrowser } from "./support/browser.ts";
import { sampleComparison, sampleFolder } from "./support/sample-store.ts";
import { runX } from "./support/x-view.ts";

describe.skipIf(noBrowser)("a run in one file", () => {
  const browser = useBrowser();
  let folder: Awaited<ReturnType<typeof sampleFolder>>;
  beforeAll(async () => {
    folder = await sampleFolder();
    await sampleComparison(folder.store);
  }, patience);
  afterAll(() => folder?.[Symbol.asyncDispose](), patience);

  test(
    "opens without a server or a network and shows result, cells and evidence",
    async () => {
      const { code, stdout, stderr } = await runX(folder.path, "report", "last", "--html", "run.html");
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "run.html\n", stderr: "" });
      const page = await browser.open("about:blank");
      const asked: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
          asked.push(request.url());
      });
      await page.goto(`file://${folder.path}/run.html`);
      await page.getByText("supervisor beats the baseline").first().waitFor();
      await page.getByRole("button", { name: "single-generator on clocks, run 1: failed, 0.50" }).click();
      await page.getByRole("complementary", { name: "Cell" }).getByText("unmet Completes clocks").waitFor();
      await page.getByRole("button", { name: "supervisor on clocks, run 1:" }).click();
      await page.getByRole("heading", { name: "supervisor · clocks · run 1" }).waitFor();
      expect(await page.getByRole("link", { name: "Side by side" }).count()).toBe(0);
      await page.getByRole("link", { name: "Cells", exact: true }).click();
      await page.getByRole("heading", { name: "48 cells in a list" }).waitFor();
      await page.getByRole("link", { name: "Judge", exact: true }).click();
      await page.getByText("96 judged").waitFor();
      expect(await page.getByRole("link", { name: "Runs", exact: true }).count()).toBe(0);
      expect(asked).toEqual([]);
    },
    patience,
  );

  test(
    "redacted it holds no prompt, output, quote or transcript, and says so",
    async () => {
      const { code, stderr } = await runX(
        folder.path,
        "report",
        "last",
        "--html",
        "redacted.html",
        "--redact",
      );
      expect(code, stderr).toBe(0);
      const [plain, bare] = [
        await dataOf(`${folder.path}/run.html`),
        await dataOf(`${folder.path}/redacted.html`),
      ];
      for (const secret of ["Do clocks.", "The answer to clocks", "what was looked up", "Here it is."]) {
        expect(plain).toContain(secret);
        expect(bare).not.toContain(secret);
      }
      const page = await browser.open(`file://${folder.path}/redacted.html`);
      await page.getByRole("button", { name: "single-generator on clocks, run 1: failed, 0.50" }).click();
      const panel = page.getByRole("complementary", { name: "Cell" });
      await panel.getByText("unmet Completes clocks").waitFor();
      await panel
        .getByText("Prompts, outputs, patches and transcripts were left out of this file.")
        .waitFor();
    },
    patience,
  );

  test(
    "a file that cannot be written and a run that is not there are told in words",
    async () => {
      const missing = await runX(folder.path, "report", "nosuch", "--html", "a.html");
      expect(missing.code).toBe(2);
      expect(missing.stderr).toContain('There is no run "nosuch"');
      const records = await runX(folder.path, "report", "last", "--html", ".x");
      expect(records.code).toBe(2);
      expect(records.stderr).toContain("it is in the folder of the records");
      const blocked = await runX(folder.path, "report", "last", "--html", "..");
      expect(blocked.code).toBe(2);
      expect(blocked.stderr).toContain("there is a folder of that name");
    },
    patience,
  );
});

/** What a file carries, as text. */
async function dataOf(file: string): Promise<string> {
  const [, data = ""] = /id="data">(.*)<\/script>/.exec(await readFile(file, "utf8")) ?? [];
  return gunzipSync(Buffer.from(data, "base64")).toString();
}
