import { expect, test } from "vitest";
import { readSuite } from "./read-suite.ts";

const long = " ".repeat(300_000);

test.each([
  ["budget", { budget: `${long}x` }],
  ["timeout", { timeout: `$${long}1${long}x` }],
  ["runs", { runs: `1${long}x` }],
  ["address", { workspace: `https://${":".repeat(300_000)}!` }],
  [
    "path",
    {
      files: Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`${at}/${"a/".repeat(500)}x`, ""])),
    },
  ],
  ["limit", { expect: Array(10_000).fill(`turns <${" ".repeat(1_900)}x`) }],
])("a hostile %s, long or many, is refused before anybody waits for it", async (_, fields) => {
  const it = { id: "a", prompt: "p", expect: ["file:a exists"], ...fields };
  const text = JSON.stringify({ name: "s", cases: [it] });
  const began = performance.now();
  await readSuite({ text, file: "/no/such/suite.json" }).catch(() => null);
  // One that looks at every part of it from every place takes half a minute and more.
  expect(performance.now() - began).toBeLessThan(10_000);
});
