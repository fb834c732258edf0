import {
  BudgetExceededError,
  ContentFilteredError,
  createAccount,
  directAnswerPrompt,
  runBlock,
} from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { atlas, runByBlock } from "../../test/support/by-block.ts";
import { samples } from "./samples.ts";

const goal = { goal: "Name a river." };
const draw = (count: number) => samples({ name: "p", model: "a/b", uses: [atlas], count });
const asText = draw(3).connectOutput((list) => list.join("|"));

test("every sample is asked as the baseline is: shared prompt, bare goal, capabilities", async () => {
  const { output, heard } = await runByBlock(asText, goal, { "-sample": ["Elbe", "Po", "Elbe"] });
  expect(output).toBe("Elbe|Po|Elbe");
  expect(heard).toHaveLength(3);
  for (const { block, user, system, tools } of heard) {
    expect([block, user, tools]).toEqual(["p-sample", "Name a river.", ["look-up"]]);
    expect(system.startsWith(directAnswerPrompt)).toBe(true);
  }
});

/** A model that declines the calls it is told to, by their order. */
const declining = (declines: (call: number) => boolean) => {
  let call = 0;
  return (modelId: string) => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async () =>
      declines(call++) ? { text: "No.", finishReason: "content-filter" } : { text: `answer ${call}` },
  });
};

test("a sample that was declined is left out", async () => {
  const modelResolver = declining((call) => call === 0);
  const result = await runBlock(draw(3), goal, { modelResolver });
  expect(result).toMatchObject({ ok: true, output: ["answer 2", "answer 3"] });
});

test("when all were declined it is an error", async () => {
  const result = await runBlock(draw(2), goal, { modelResolver: declining(() => true) });
  expect(result).toMatchObject({ ok: false, error: expect.any(ContentFilteredError) });
});

test("an outage and a spent budget are not left out", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(asText, goal, { "-sample": ["Elbe", outage, "Po"] });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
  const account = createAccount({ name: "poor", limitUsd: 0.000001, strict: true });
  const poor = await runByBlock(asText, goal, { "-sample": "Elbe" }, { account });
  expect(poor.result).toMatchObject({ ok: false, error: expect.any(BudgetExceededError) });
});
