import { expect, test } from "vitest";
import { rateRight, runByBlock } from "../../test/support/by-block.ts";
import { selfConsistencyBenchmarkAdapter } from "./adapter.ts";
import { selfConsistency } from "./self-consistency.ts";

const goal = { goal: "How many eggs are in a dozen?" };
const pattern = selfConsistency({ name: "bench-self-consistency", model: "a/b" });

test("more than half in the same words decide without another call", async () => {
  const { output, result } = await runByBlock(pattern, goal, { "-sample": ["13", "12", "12.", "11", " 12"] });
  expect(output).toBe("12");
  expect(result.calls).toBe(5);
});

test("else equal answers are grouped, and one of the largest group is given verbatim", async () => {
  const samples = ["13", "Twelve eggs.", "13", "It is 12.", "A dozen is 12."];
  const groups = [
    { gist: "13", members: [1] },
    { gist: "12", members: [2, 3, 4] },
  ];
  const { output, of, result } = await runByBlock(pattern, goal, {
    "-sample": samples,
    "-voter": { groups },
  });
  expect(output).toBe("Twelve eggs.");
  expect(result.calls).toBe(6);
  const { user } = of("-voter")[0]!;
  expect(user).toContain(goal.goal);
  for (const sample of samples) expect(user).toContain(sample);
});

test.each([
  ["no JSON", "They all say twelve."],
  ["groups that leave answers out", { groups: [{ gist: "12", members: [1] }] }],
])("%s: the words that most gave win", async (_, reply) => {
  const { output } = await runByBlock(pattern, goal, {
    "-sample": ["10", "12", "11", "12", "13"],
    "-voter": reply,
  });
  expect(output).toBe("12");
});

test("a voter that cannot be reached is an error", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(pattern, goal, {
    "-sample": ["1", "2", "3", "4", "5"],
    "-voter": outage,
  });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
});

test("on a simulated model that is right more often than not the vote beats the single answer", async () => {
  // Alone it is right 0.7 of the time; the majority of five with one wrong answer would be 0.837.
  const rate = await rateRight(selfConsistencyBenchmarkAdapter.build({ model: "sim/mine" }).sequencer);
  expect(rate).toBeGreaterThan(0.78);
});
