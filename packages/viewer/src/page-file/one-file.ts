import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { PageFiles } from "./page-files.ts";

/**
 * The page as one file that needs no server, with everything it may show inside: `data` by address, as the server would
 * answer. Nothing in the data can leave its place in the file or run.
 */
export function oneFilePage(page: PageFiles, data: Readonly<Record<string, unknown>>): string {
  const script = page["app.js"].replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const style = page["app.css"].replaceAll("</style", "<\\/style");
  const policy =
    `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; ` +
    "img-src data: blob:; base-uri 'none'; form-action 'none'";
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    "<title>x report</title>",
    `<style>${style}</style></head>`,
    '<body><div id="app"></div>',
    `<script type="application/gzip" id="data">${packed(data)}</script>`,
    `<script type="module">${script}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

/** Transcripts are mostly repetition: packed they are a tenth, and no sign of them can end the element. */
function packed(data: unknown): string {
  return gzipSync(JSON.stringify(data), { level: 9 }).toString("base64");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
