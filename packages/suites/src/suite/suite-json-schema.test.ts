import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { suiteJsonSchema } from "./suite-json-schema.ts";

const file = fileURLToPath(new URL("../../suite.schema.json", import.meta.url));

/** JSON as the formatter of the repository has it: lists of plain values on one line where they fit. */
function format(value: unknown, indent = "", before = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => format(item, inner));
    const line = `[${items.join(", ")}]`;
    const fits = indent.length + before + line.length + 1 <= 110 && !line.includes("\n");
    return fits ? line : `[\n${items.map((item) => inner + item).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(([key, member]) => {
    const name = `${JSON.stringify(key)}: `;
    return `${inner}${name}${format(member, inner, name.length)}`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}

test("suite.schema.json is up to date; vitest run -u writes it anew", async () => {
  await expect(`${format(suiteJsonSchema())}\n`).toMatchFileSnapshot(file);
});

test("the schema knows every field of the format, and no other", () => {
  const { properties, required, additionalProperties } = suiteJsonSchema() as any;
  expect(Object.keys(properties).slice(0, 5)).toEqual([
    "$schema",
    "name",
    "description",
    "model",
    "defaults",
  ]);
  expect(required).toEqual(["name", "cases"]);
  expect(additionalProperties).toBe(false);
  const inCase = properties.cases.items;
  expect(Object.keys(inCase.properties).slice(0, 6)).toEqual([
    "id",
    "prompt",
    "expect",
    "budget",
    "timeout",
    "model",
  ]);
  expect(inCase.required).toEqual(["id", "prompt", "expect"]);
  expect(inCase.additionalProperties).toBe(false);
  const additions = [
    "workspace",
    "setup",
    "files",
    "hidden",
    "protect",
    "solution",
    "agent",
    "runs",
    "tags",
    "env",
    "network",
  ];
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(additions));
  expect(Object.keys(inCase.properties).slice(6)).toEqual([...additions, "family"]);
});
