import { directAnswerPrompt } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { atlas, rateRight, runByBlock } from "../../test/support/by-block.ts";
import { critiqueReviseBenchmarkAdapter } from "./adapter.ts";
import { critiqueRevise } from "./critique-revise.ts";

const goal = { goal: "Name the longest river of Italy." };
const pattern = critiqueRevise({ name: "bench-critique-revise", model: "a/b", uses: [atlas] });
const fine = { issues: [], verdict: "acceptable" };
const flawed = { issues: ["The Tiber is shorter than the Po."], verdict: "revise" };

test("an acceptable draft is the answer", async () => {
  const { output, of, result } = await runByBlock(pattern, goal, { "-drafter": "Po", "-critic": fine });
  expect(output).toBe("Po");
  expect(result.calls).toBe(2);
  expect(of("-critic")[0]!.user).toContain(goal.goal);
  expect(of("-critic")[0]!.user).toContain("<draft>\nPo\n</draft>");
});

test("the reviser sees goal, draft and issues, and works as the drafter does", async () => {
  const { output, of } = await runByBlock(pattern, goal, {
    "-drafter": "Tiber",
    "-critic": [flawed, fine],
    "-reviser": "Po",
  });
  expect(output).toBe("Po");
  const [draft, revision] = [of("-drafter")[0]!, of("-reviser")[0]!];
  for (const part of [goal.goal, "<draft>\nTiber\n</draft>", flawed.issues[0]!]) {
    expect(revision.user).toContain(part);
  }
  expect(draft.user).toBe(goal.goal);
  expect(draft.system.startsWith(directAnswerPrompt)).toBe(true);
  expect(revision.system).toBe(draft.system);
  expect([draft.tools, revision.tools]).toEqual([["look-up"], ["look-up"]]);
  expect(of("-critic")[1]!.user).toContain("<draft>\nPo\n</draft>");
});

test("a revision that comes to nothing leaves the draft as it is", async () => {
  const replies = { "-drafter": "Tiber", "-critic": flawed, "-reviser": ["Po", ""] };
  const { output, result } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Po");
  expect(result.calls).toBe(5);
});

test("after two rounds the last revision is the answer", async () => {
  const replies = { "-drafter": "a", "-critic": flawed, "-reviser": ["b", "c"] };
  const { output, of, result } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("c");
  expect(result.calls).toBe(5);
  expect(of("-reviser")[1]!.user).toContain("<draft>\nb\n</draft>");
});

test.each([
  ["is no JSON", "Looks wrong to me."],
  ["names nothing to mend", { issues: [" "], verdict: "revise" }],
  ["has only remarks", { issues: ["Could be longer."], verdict: "acceptable" }],
])("a critique that %s leaves the draft as it is", async (_, critique) => {
  const { output, of } = await runByBlock(pattern, goal, { "-drafter": "Po", "-critic": critique });
  expect(output).toBe("Po");
  expect(of("-reviser")).toEqual([]);
});

test("a critic that cannot be reached is an error", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(pattern, goal, { "-drafter": "Po", "-critic": outage });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
});

test("on a simulated model the answer gains by how well it reviews", async () => {
  // Alone it is right 0.7 of the time; a round is 0.7 × 0.9 + 0.31 × 0.7 = 0.847, two are 0.91.
  const rate = await rateRight(critiqueReviseBenchmarkAdapter.build({ model: "sim/mine" }).sequencer);
  expect(rate).toBeGreaterThan(0.83);
});
