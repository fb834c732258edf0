import { directAnswerPrompt } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { atlas, rateRight, runByBlock } from "../../test/support/by-block.ts";
import { cascadeAdapter, cascadeBenchmarkAdapter } from "./adapter.ts";
import { cascade } from "./cascade.ts";

const goal = { goal: "Name the longest river of Italy." };
const pattern = cascade({ name: "bench-cascade", cheapModel: "a/small", model: "a/large", uses: [atlas] });
const doubt = { reason: "The Tiber may be shorter than the Po.", verdict: "reject" };

test("a sure answer never reaches the dear model", async () => {
  const replies = { "-cheap": "Po", "-check": { reason: "It is.", verdict: "accept" } };
  const { output, heard } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Po");
  expect(heard.map(({ modelId }) => modelId)).toEqual(["a/small", "a/small"]);
  expect(heard[1]!.user).toContain(goal.goal);
  expect(heard[1]!.user).toContain("<answer>\nPo\n</answer>");
});

test("when unsure the dear model answers, seeing goal, first answer and doubt", async () => {
  const { output, heard } = await runByBlock(pattern, goal, {
    "-cheap": "Tiber",
    "-check": doubt,
    "-dear": "Po",
  });
  expect(output).toBe("Po");
  const [cheap, , dear] = heard;
  expect(dear!.modelId).toBe("a/large");
  for (const part of [goal.goal, "<first-answer>\nTiber\n</first-answer>", doubt.reason]) {
    expect(dear!.user).toContain(part);
  }
  expect(cheap!.user).toBe(goal.goal);
  expect(cheap!.system.startsWith(directAnswerPrompt)).toBe(true);
  expect(dear!.system).toBe(cheap!.system);
  expect([cheap!.tools, dear!.tools]).toEqual([["look-up"], ["look-up"]]);
});

test("a check that cannot be used counts as unsure", async () => {
  const replies = { "-cheap": "Tiber", "-check": "hm", "-dear": "Po" };
  const { output, result } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Po");
  expect(result.calls).toBe(3);
});

const refused = Object.assign(new Error("The prompt is too long."), { statusCode: 400 });

test.each([
  ["an empty first answer", ""],
  ["a first answer that is refused", refused],
])("%s is not checked: the dear model answers, from the goal alone", async (_, said) => {
  const { output, heard } = await runByBlock(pattern, goal, { "-cheap": said, "-dear": "Po" });
  expect(output).toBe("Po");
  expect(heard.map(({ block, user }) => [block, user])).toEqual([
    ["bench-cascade-cheap", goal.goal],
    ["bench-cascade-dear", goal.goal],
  ]);
});

test("a doubtful answer is better than none: it stands when the dear model has none", async () => {
  const replies = { "-cheap": "Tiber", "-check": doubt, "-dear": "" };
  const { output, result } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Tiber");
  expect(result.calls).toBe(3);
});

test("without any answer the first error is told", async () => {
  const { result } = await runByBlock(pattern, goal, { "-cheap": "", "-dear": refused });
  expect(!result.ok && result.error.message).toContain('gave block "bench-cascade-cheap" an empty answer');
});

test("a check that cannot be reached is an error", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(pattern, goal, { "-cheap": "Po", "-check": outage });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
});

test("in a benchmark both models are that of the run, unless a cheap one is named", async () => {
  const replies = { "-cheap": "Tiber", "-check": doubt, "-dear": "Po" };
  const models = async (adapter: typeof cascadeBenchmarkAdapter) => {
    const { sequencer } = adapter.build({ model: "a/large" });
    return (await runByBlock(sequencer, goal, replies)).heard.map(({ modelId }) => modelId);
  };
  expect(await models(cascadeBenchmarkAdapter)).toEqual(["a/large", "a/large", "a/large"]);
  expect(await models(cascadeAdapter({ cheapModel: "a/small" }))).toEqual(["a/small", "a/small", "a/large"]);
});

test("a cheap model of its own is named, so that a benchmark asks it", () => {
  const named = (cheapModel?: string) =>
    cascadeAdapter(cheapModel === undefined ? {} : { cheapModel }).build({ model: "a/large" }).models;
  expect(named("a/small")).toEqual(["a/small"]);
  expect(named("a/large")).toBeUndefined();
  expect(named()).toBeUndefined();
});

test("a check without a reason is a check", async () => {
  const replies = { "-cheap": "Po", "-check": { verdict: "accept" } };
  const { output, result } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Po");
  expect(result.calls).toBe(2);
});

test("on a simulated model a second try when unsure beats the single answer", async () => {
  // 0.7 × 0.9 + 0.31 × 0.7 = 0.847 is expected, against 0.7.
  const rate = await rateRight(cascadeBenchmarkAdapter.build({ model: "sim/mine" }).sequencer);
  expect(rate).toBeGreaterThan(0.76);
});
