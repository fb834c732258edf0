import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { oneFilePage } from "./one-file.ts";

const page = {
  "index.html": "",
  "app.js": 'const a = "</script><!--"; run(a);',
  "app.css": 'p::after { content: "</style>" }',
};
const hostile = { "a</script><script>alert(1)</script>": ["<!--", "]]>", "\u2028", "&amp;", "</SCRIPT >"] };

test("nothing in the data or the page can leave its place", () => {
  const html = oneFilePage(page, hostile);
  expect(html.match(/<script/gi)).toHaveLength(2);
  expect(html.match(/<\/script/gi)).toHaveLength(2);
  expect(html.match(/<\/style/gi)).toHaveLength(1);
  expect(html).not.toContain("<!--");
});

test("the data comes out as it went in", () => {
  const [, data = ""] = /id="data">(.*)<\/script>/.exec(oneFilePage(page, hostile)) ?? [];
  expect(JSON.parse(gunzipSync(Buffer.from(data, "base64")).toString())).toEqual(hostile);
});

test("only this script and this style may run", () => {
  const html = oneFilePage(page, {});
  const [, script = ""] = /<script type="module">(.*)<\/script>/.exec(html) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(html).toContain(`script-src 'sha256-${hash}'`);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toContain("unsafe");
});
