import { expect, test } from "vitest";
import { escapeMarkdown } from "./escape-markdown.ts";

test("marks, tables, HTML, links and mentions lose their meaning", () => {
  expect(escapeMarkdown("a|b\n<img src=x> [l](u) **b** `c` @team")).toBe(
    "a\\|b␊&lt;img src=x&gt; \\[l\\](u) \\*\\*b\\*\\* \\`c\\` @\u2060team",
  );
  expect(escapeMarkdown("https://a.example WWW.b.example")).toBe(
    "https:\u2060//a.example WWW\u2060.b.example",
  );
  expect(escapeMarkdown("\u001b[31mx")).toBe("␛\\[31mx");
});
