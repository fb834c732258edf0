import { runBlock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { routedSpecialists } from "./routed-specialists.ts";

const next = (specialist: string | null, instruction = "Go on") => {
  return { reasoning: "More is needed", done: false, specialist, instruction };
};
const done = { reasoning: "Enough", done: true, specialist: null, instruction: "" };

async function route(
  decisions: readonly (object | string)[],
  work: Record<string, string[]> = {},
  options: object = {},
) {
  const order: string[] = [];
  const told: Record<string, string[]> = {};
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages }: { messages: unknown[] }) => {
      const part = blockName.replace("routed-specialists-", "");
      order.push(part);
      told[part] ??= [];
      const asked = told[part];
      asked.push(String((messages.at(-1) as { content: string }).content));
      const at = asked.length - 1;
      const answer = part === "controller" ? decisions[at]! : (work[part]?.[at] ?? `${part} ${at + 1}`);
      return typeof answer === "string" ? { text: answer } : { structuredOutput: answer };
    },
  });
  const block = routedSpecialists({ model: "plain/model", ...options });
  return { result: await runBlock(block, { goal: "Feed the gulls" }, { modelResolver }), order, told };
}

test("whoever is named works next, until it is done", async () => {
  const { result, order } = await route([next("writer"), next("researcher"), done]);
  expect(result).toMatchObject({ ok: true, output: "synthesizer 1" });
  expect(order).toEqual(["controller", "writer", "controller", "researcher", "controller", "synthesizer"]);
});

test("nothing is done before somebody has worked", async () => {
  const { order } = await route([done, done]);
  expect(order).toEqual(["controller", "researcher", "controller", "synthesizer"]);
});

test("where nobody is named the specialists take turns", async () => {
  const { order } = await route([next(null), next(null), done]);
  expect(order.filter((part) => /er$/.test(part) && part !== "controller")).toEqual([
    "researcher",
    "writer",
    "synthesizer",
  ]);
});

test("the latest work that came to something stands out in the last request", async () => {
  const { told } = await route([next("researcher"), next("writer"), next("writer"), done], {
    researcher: ["Gulls eat fish"],
    writer: ["Throw them fish", ""],
  });
  const [asked] = told.synthesizer!;
  expect(asked).toMatch(/<latest-output>\nAsked for: Go on\n\nThrow them fish\n<\/latest-output>/);
  expect(asked).toMatch(/<earlier-work>[\s\S]*Gulls eat fish[\s\S]*<\/earlier-work>/);
});

test("a decision that cannot be understood ends the work, and what there is becomes the answer", async () => {
  const { result, order } = await route([next("writer"), "Hm."]);
  expect(result.ok).toBe(true);
  expect(order).toEqual(["controller", "writer", "controller", "synthesizer"]);
});

test("where the first decision cannot be understood the first specialist begins", async () => {
  const { result, order } = await route(["Hm.", done]);
  expect(result.ok).toBe(true);
  expect(order).toEqual(["controller", "researcher", "controller", "synthesizer"]);
});

test("when all work failed there is no answer", async () => {
  const { result } = await route([next("writer"), done], { writer: [""] });
  expect(result).toMatchObject({ ok: false, error: { code: "no-task-done" } });
});

test("specialists of one's own are offered by what they do", async () => {
  const specialists = { fisher: "catches fish", thrower: "throws fish" };
  const { order, told } = await route([next("thrower"), done], {}, { specialists });
  expect(order).toContain("thrower");
  expect(told.thrower![0]).toContain("throws fish");
});

test("nobody to call on and no time to work make no sense", () => {
  expect(() => routedSpecialists({ model: "plain/model", specialists: {} })).toThrow(/has no specialists/);
  expect(() => routedSpecialists({ model: "plain/model", maxIterations: 0 })).toThrow(/whole number from 1/);
});
