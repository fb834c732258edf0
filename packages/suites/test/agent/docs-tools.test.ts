import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tools } from "../../src/x-agent/tools/toolbox.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/models.md"), "utf8");

test("docs/models.md names every tool of the agent x with its arguments, what may be left out in brackets", () => {
  const table = page.split("### For the agent x")[1]!.split("\n## ")[0]!.split("\n");
  const told = table.flatMap((line) => {
    const [, tool, args = ""] = /^\| `(\w+)` +\| (.*) \|$/.exec(line) ?? [];
    if (tool === undefined) return [];
    const names = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name!);
    const optional = args.match(/\[.*?\]/g)?.flatMap(names) ?? [];
    // Behind a colon is what they mean.
    const required = names(args.replaceAll(/\[.*?\]/g, "").replace(/:.*/, ""));
    return [{ tool, required, optional: optional.sort() }];
  });
  const are = tools.map(({ name, fields }) => {
    const named = (required: boolean) =>
      Object.keys(fields).filter((key) => Boolean(fields[key]!.required) === required);
    return { tool: name, required: named(true), optional: named(false).sort() };
  });
  expect(told).toEqual(are);
});
