import { expect, test } from "vitest";
import { caseHash, suiteHash } from "./case-hash.ts";
import { readSuite } from "./read-suite.ts";

const read = (own: object = {}, fields: object = {}) =>
  readSuite({
    text: JSON.stringify({
      name: "s",
      ...fields,
      cases: [{ id: "a", prompt: "p", expect: ["test:npm test"], ...own }],
    }),
    file: "suite.json",
  });
const hashOf = async (own: object = {}, fields: object = {}, digests = {}) =>
  caseHash((await read(own, fields)).cases[0]!, digests);

test.each([
  { prompt: "q" },
  { expect: ["test:npm run test"] },
  { expect: ["not test:npm test"] },
  { budget: 1 },
  { timeout: 1 },
  { model: "gpt-5.4" },
  { setup: ["x"] },
  { files: { a: "x" } },
  { protect: ["a"] },
  { agent: "noop" },
  { env: ["CI"] },
  { network: "none" },
  { workspace: "https://example.com/a.git#v1" },
])("%j changes the hash", async (own) => {
  expect(await hashOf(own)).not.toBe(await hashOf());
});

test("what is read from disk changes it by its digest", async () => {
  expect(await hashOf({}, {}, { hidden: "1" })).not.toBe(await hashOf());
  expect(await hashOf({}, {}, { hidden: "1" })).not.toBe(await hashOf({}, {}, { hidden: "2" }));
});

test.each([
  { id: "b" },
  { tags: ["x"] },
  { family: "x" },
  { runs: 5 },
  { expect: ["  test:npm test passes"] },
  { budget: 5, timeout: 600, network: "gateway" },
])("%j does not", async (own) => {
  expect(await hashOf(own)).toBe(await hashOf());
});

test("whether the suite or the case gives something makes no difference", async () => {
  expect(await hashOf({ env: ["CI"], files: { "./a": "x" } })).toBe(
    await hashOf({}, { env: ["CI"], files: { a: "x" } }),
  );
});

test("a suite's hash follows its cases", async () => {
  expect(suiteHash(await read())).toBe(suiteHash(await read()));
  expect(suiteHash(await read())).not.toBe(suiteHash(await read({ prompt: "q" })));
  expect(suiteHash(await read())).not.toBe(suiteHash(await read(), () => ({ hidden: "1" })));
});
