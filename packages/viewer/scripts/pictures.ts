// `node scripts/pictures.ts <link of x view> <folder> <name>=<place> …`: pictures of pages, for the docs and for
// looking at them. A name that ends in `-dark` is taken in the dark, one that ends in `-400` at 400 pixels.
import { join } from "node:path";
import { chromium } from "playwright-core";

const [link = "", folder = ".", ...shots] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.X_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const shot of shots) {
    const [name = "", ...place] = shot.split("=");
    const page = await browser.newPage({
      viewport: name.endsWith("-400") ? { width: 400, height: 900 } : { width: 1360, height: 900 },
      colorScheme: name.endsWith("-dark") ? "dark" : "light",
    });
    page.on("console", (message) => console.error(`${name}: ${message.text()}`));
    await page.goto(link.replace(/#.*/, `#${place.join("=")}`));
    await page.locator(".card").first().waitFor();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    await page.close();
  }
} finally {
  await browser.close();
}
