import { expect, test } from "vitest";
import { importedAt, keepImported, markImported } from "./imported-at.ts";
import type { Json } from "./json.ts";
import type { RunManifest } from "./run.ts";

const manifest: RunManifest = {
  ...{ kind: "bench", name: "n", subjects: ["x"], tasks: { a: "1" }, runs: 1, models: {}, conditions: {} },
  ...{ circumstances: { node: "24" }, simulated: false },
};
const at = "2026-01-02T03:04:05.000Z";

test("a mark is read as it was set, and nothing else is taken for one", () => {
  expect(importedAt(manifest)).toBeNull();
  expect(importedAt(markImported(manifest, at))).toBe(at);
  expect(markImported(manifest, at).circumstances.node).toBe("24");
  const others: Json[] = [true, "yes", null, [at], {}, { at: 5 }, { at: "some day" }];
  for (const imported of others) expect(importedAt({ circumstances: { imported } })).toBeNull();
});

test("a manifest in place of another keeps its mark, and gets none where there was none", () => {
  expect(importedAt(keepImported(manifest, markImported(manifest, at)))).toBe(at);
  expect(keepImported(manifest, manifest)).toBe(manifest);
});
