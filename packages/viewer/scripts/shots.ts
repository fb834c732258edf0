// node scripts/shots.ts <link> <out folder> name=hash… : pictures of pages, for looking at them
import { chromium } from "playwright-core";

const [link, out, ...shots] = process.argv.slice(2) as [string, string, ...string[]];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const shot of shots) {
  const [name, rest] = [shot.slice(0, shot.indexOf("=")), shot.slice(shot.indexOf("=") + 1)];
  const dark = name!.includes("dark");
  const narrow = name!.includes("400");
  const page = await browser.newPage({
    viewport: narrow ? { width: 400, height: 900 } : { width: 1480, height: 1000 },
    colorScheme: dark ? "dark" : "light",
  });
  page.on("console", (m) => {
    if (m.type() === "error") console.log("console:", m.text());
  });
  page.on("pageerror", (e) => console.log("page error:", e.message));
  await page.goto(link);
  await page.goto(link.split("?")[0] + "#" + rest);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: !name!.includes("view") });
  await page.close();
}
await browser.close();
