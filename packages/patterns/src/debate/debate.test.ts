import { directAnswerPrompt } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { atlas, rateRight, runByBlock } from "../../test/support/by-block.ts";
import { debateBenchmarkAdapter } from "./adapter.ts";
import { debate } from "./debate.ts";

const question = { question: "What is 17 times 3?" };
const pattern = debate({ name: "bench-debate", model: "a/b", uses: [atlas] });
const positions = ["It is fifty-one.", "It is forty-one."];
const judged = { reasoning: "Seven times three is twenty-one.", winner: "view-1" };
const replies = {
  "-proposer": { positions },
  "-pro": ["pro opens", "pro closes"],
  "-con": ["con opens", "con closes"],
  "-judge": judged,
  "-synthesizer": "51",
};
const said = ["pro opens", "con opens", "pro closes", "con closes"];

test("positions come from the task: they are asked for with the question, and argued", async () => {
  const { heard, of, output } = await runByBlock(pattern, question, replies);
  expect(output).toBe("51");
  expect(heard.map(({ block }) => block.replace("bench-debate-", ""))).toEqual([
    "proposer",
    "debater-pro",
    "debater-con",
    "debater-pro",
    "debater-con",
    "judge",
    "synthesizer",
  ]);
  expect(of("-proposer")[0]!.user).toContain(question.question);
  for (const [at, end] of ["-pro", "-con"].entries()) {
    for (const { user } of of(end)) {
      expect(user).toContain(`<your-position>\n${positions[at]}\n</your-position>`);
      expect(user).toContain(positions[1 - at]);
    }
  }
});

test("debaters see the question and all that was said, with the prompt and capabilities of a worker", async () => {
  const { heard } = await runByBlock(pattern, question, replies);
  heard.slice(1, 5).forEach(({ user, system, tools }, at) => {
    expect(user).toContain(question.question);
    expect(said.filter((text) => user.includes(text))).toEqual(said.slice(0, at));
    expect(system.startsWith(directAnswerPrompt)).toBe(true);
    expect(tools).toEqual(["look-up"]);
  });
});

test("the judge sees question, positions and all turns, and no names", async () => {
  const { of } = await runByBlock(pattern, question, replies);
  const { user, system } = of("-judge")[0]!;
  for (const part of [question.question, ...positions, ...said]) expect(user).toContain(part);
  const unsaid = said.reduce((text, each) => text.replace(each, ""), user);
  expect(`${unsaid}${system}`).not.toMatch(/\b(pro|con|debater)\b/i);
});

test("the synthesizer sees question, transcript and judgement", async () => {
  const { of } = await runByBlock(pattern, question, replies);
  const { user, system, tools } = of("-synthesizer")[0]!;
  for (const part of [question.question, ...positions, ...said, judged.reasoning, judged.winner]) {
    expect(user).toContain(part);
  }
  expect(system.startsWith(directAnswerPrompt)).toBe(true);
  expect(tools).toEqual(["look-up"]);
});

test("without usable positions or judgement it goes on", async () => {
  const broken = { ...replies, "-proposer": "Both sides!", "-judge": { reasoning: "", winner: "me" } };
  const { output, of } = await runByBlock(pattern, question, broken);
  expect(output).toBe("51");
  expect(of("-synthesizer")[0]!.user).not.toContain("<assessment>");
  const stances = ["-pro", "-con"].map((end) => /<your-position>\n(.*)\n/.exec(of(end)[0]!.user)![1]);
  expect(new Set(stances).size).toBe(2);
});

test("four sides have four debaters, five are refused", async () => {
  const four = debate({ name: "d", model: "a/b", sides: 4, rounds: 1 });
  const { result, heard } = await runByBlock(four, question, {
    ...replies,
    "-proposer": { positions: ["a", "b", "c", "d"] },
    "-third": "third",
    "-fourth": "fourth",
  });
  expect(result.calls).toBe(7);
  expect(heard.map(({ block }) => block)).toContain("d-debater-fourth");
  expect(() => debate({ model: "a/b", sides: 5 })).toThrow("at most 4");
});

test("an outage of the judge is an error", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(pattern, question, { ...replies, "-judge": outage });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
});

test("on a simulated model it is no worse than the single answer", async () => {
  const { sequencer } = debateBenchmarkAdapter.build({ model: "sim/mine" });
  expect(await rateRight(sequencer, "question")).toBeGreaterThan(0.66);
});
