import { expect, test } from "vitest";
import { definitionHash } from "./definition-hash.ts";
import type { RunManifest } from "./run.ts";

const manifest: RunManifest = {
  kind: "compare",
  name: "patterns",
  subjects: ["a", "b"],
  tasks: { t: "h" },
  runs: 2,
  models: { executor: "m" },
  conditions: { seed: 1, limits: { concurrency: 2, budget: 3 } },
  circumstances: { commit: "x" },
  simulated: false,
};

test.each<[string, Partial<RunManifest>]>([
  ["kind", { kind: "bench" }],
  ["name", { name: "other" }],
  ["subjects", { subjects: ["b", "a"] }],
  ["runs", { runs: 3 }],
  ["models", { models: { executor: "n" } }],
  ["conditions", { conditions: { seed: 2 } }],
])("another %s is another definition", (_, change) => {
  expect(definitionHash({ ...manifest, ...change })).not.toBe(definitionHash(manifest));
});

test.each<[string, Partial<RunManifest>]>([
  ["tasks", { tasks: { t: "changed", u: "new" } }],
  ["circumstances", { circumstances: {} }],
  ["key order", { conditions: { limits: { budget: 3, concurrency: 2 }, seed: 1 } }],
])("another %s is the same definition", (_, change) => {
  expect(definitionHash({ ...manifest, ...change })).toBe(definitionHash(manifest));
});
