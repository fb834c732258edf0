import { join } from "node:path";
import { createPriceTable } from "@flow-state-dev/core";
import { readSuite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { planBenches } from "./plan-bench.ts";
import { benchPlanText } from "./plan-text.ts";
import { allRuns } from "./runs-left.ts";

async function planOf(
  workspace: string,
  facts: object = { agent: "noop" },
  ids: readonly string[] = ["a"],
): Promise<string> {
  const cases = ids.map((id) => ({ id, prompt: "p", expect: ["file:a exists"], workspace }));
  const text = JSON.stringify({ name: "s", ...facts, cases });
  const suite = await readSuite({ text, file: join(import.meta.dirname, "s.json") });
  const [bench] = planBenches([suite], {});
  return benchPlanText(bench!, {}, { earlier: null }, allRuns({}), createPriceTable());
}

test("a plan says which repositories nobody has looked for", async () => {
  expect(await planOf("https://git.invalid/a/b.git#main")).toContain(
    "\nNot fetched, so not known to be there: https://git.invalid/a/b.git.\nNothing was run or spent.\n",
  );
  expect(await planOf(".")).not.toContain("Not fetched");
});

test("a plan on a free model says that it costs nothing", async () => {
  expect(await planOf(".", { model: "ollama/llama3" })).toContain("\nCosts nothing: all models are free.\n");
  expect(await planOf(".", { model: "gpt-5.4-mini" })).toContain("is not known");
});

test("cases whose ids begin alike are told apart in a plan", async () => {
  const start = "packages-server-of-a-name-that-has-no-room";
  const [, first, second] = (await planOf(".", { agent: "noop" }, [`${start}-a`, `${start}-b`])).split("\n");
  expect(first).toMatch(/-room-a {2}/);
  expect(second).toMatch(/-room-b {2}/);
});
