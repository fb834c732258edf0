import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** The first takes a third of the work of the others: it has no windows. */
const programs = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const program = process.env.X_CHROMIUM ?? programs.find((path) => existsSync(path));

/** Why these tests cannot run here; undefined when they can. With CI=true nothing may be skipped. */
export const noBrowser =
  program === undefined ? "there is no Chromium; install it, or set X_CHROMIUM to one" : undefined;

/** Time for a test in a browser on a machine that has other things to do as well. */
export const patience = 180_000;

/** Opens pages. Errors that a test is about are expected ones. */
export interface TestBrowser {
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  expectProblems(pattern: RegExp): void;
}

/** A browser for the tests of a file. After each test no page may have written an error to its console. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  const problems: string[] = [];
  const pages: Page[] = [];
  let expected: RegExp | undefined;
  beforeAll(async () => {
    if (program === undefined) return;
    const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
    browser = await chromium.launch({ executablePath: program, args, timeout: patience });
  }, patience);
  afterAll(async () => browser?.close(), patience);
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    const found = problems.splice(0).filter((problem) => !expected?.test(problem));
    expected = undefined;
    expect(found).toEqual([]);
  }, patience);
  return {
    expectProblems(pattern) {
      expected = pattern;
    },
    async open(address, options = {}) {
      const context = await browser!.newContext({ viewport: { width: 1400, height: 950 }, ...options });
      // Of one step; a wait that fails tells what it waited for before the test is given up.
      context.setDefaultTimeout(90_000);
      const page = await context.newPage();
      pages.push(page);
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(address);
      return page;
    },
  };
}
