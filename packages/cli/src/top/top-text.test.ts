import { expect, test } from "vitest";
import { topText } from "./top-text.ts";

const worker = {
  ...{
    id: "w",
    host: "host-a",
    pid: 12,
    tags: ["docker", "gpu"],
    concurrency: 8,
    runId: "abcd12-x",
    cells: 5,
  },
  ...{ ended: 40, heldUp: [], startedMs: 0, silentMs: 500 },
};

test("runs with their cells, rate, money, failures and time left; workers with what they do", () => {
  const run = {
    ...{
      id: "abcd12-x",
      kind: "bench",
      name: "core",
      planned: 100,
      scored: 40,
      running: 5,
      unscored: 3,
      passed: 30,
    },
    ...{
      attempts: 50,
      spentUsd: 1.25,
      budgetUsd: 5,
      rate: 2,
      leftMs: 30_000,
      refusal: null,
      heldUp: [],
      planlessMs: null,
    },
  };
  const silent = { ...worker, id: "v", host: "host-b", runId: null, cells: 0, silentMs: 42_000 };
  const text = topText({ runs: [run], workers: [worker, silent] });
  expect(text).toContain("1 worker · 5 of 8 cells at once");
  expect(text).toMatch(/bench core +40 of 100 +5 +3 +\$1\.25 of \$5\.00 +2\.0 +\S.*30 s/);
  expect(text).toMatch(/host-a:12 +abcd +5 of 8 +40 +docker, gpu/);
  expect(text).toContain("silent for 42 s");
});

test("what is not known is not 0, and what is missing is said", () => {
  const run = {
    ...{
      id: "abcd12-x",
      kind: "compare",
      name: "c",
      planned: 4,
      scored: 0,
      running: 0,
      unscored: 0,
      passed: 0,
    },
    ...{
      attempts: 0,
      spentUsd: 0,
      budgetUsd: null,
      rate: null,
      leftMs: null,
      refusal: null,
      heldUp: [],
      planlessMs: null,
    },
  };
  expect(topText({ runs: [run], workers: [] })).toMatch(/0 of 4 .* – +–\n/);
  expect(topText({ runs: [run], workers: [] })).toContain("Start one: x worker --on");
  expect(topText({ runs: [], workers: [worker] })).toContain("No run is given out.");
  expect(topText({ runs: [run], workers: [] })).not.toMatch(/refused|heard of/);
  const heldUp = [{ cells: 6, provider: "acme\u001b[2J", answer: "HTTP 429" }];
  expect(topText({ runs: [{ ...run, heldUp }], workers: [] })).toContain(
    "abcd: 6 retrying (acme␛[2J: HTTP 429)\n",
  );
  const refusal = { worker: "host-a:12", reason: "No key.\u001b[2J", agoMs: 90_000 };
  const told = topText({ runs: [{ ...run, refusal, planlessMs: 40_000 }], workers: [] });
  expect(told).toMatch(/abcd: refused by host-a:12, .* ago: No key\./);
  expect(told).not.toContain("\u001b[2J");
  expect(told).toMatch(/abcd: whoever gave .* not been heard of for about 40 s\..*--resume/);
});
