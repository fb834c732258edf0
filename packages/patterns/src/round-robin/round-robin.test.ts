import { directAnswerPrompt } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { atlas, rateRight, runByBlock } from "../../test/support/by-block.ts";
import { roundRobinBenchmarkAdapter } from "./adapter.ts";
import { defaultRoster } from "./roster.ts";
import { roundRobin } from "./round-robin.ts";

const goal = { goal: "Name the longest river of Italy." };
const pattern = roundRobin({ name: "bench-round-robin", model: "a/b", uses: [atlas] });
const replies = {
  "-alpha": ["alpha says one", "alpha says two"],
  "-beta": ["beta says one", "beta says two"],
  "-gamma": ["gamma says one", "gamma says two"],
  "-synthesizer": "Po",
};
const said = ["one", "two"].flatMap((round) =>
  ["alpha", "beta", "gamma"].map((who) => `${who} says ${round}`),
);

test("everybody speaks in order, and sees goal, round and all that was said", async () => {
  const { heard, output } = await runByBlock(pattern, goal, replies);
  expect(output).toBe("Po");
  const seats = ["alpha", "beta", "gamma"].map((who) => `bench-round-robin-roster-${who}`);
  expect(heard.map(({ block }) => block)).toEqual([...seats, ...seats, "bench-round-robin-synthesizer"]);
  heard.slice(0, -1).forEach(({ user }, at) => {
    expect(user).toContain(goal.goal);
    expect(user).toContain(`<round>\n${at < 3 ? 1 : 2} of 2\n</round>`);
    expect(said.filter((text) => user.includes(text))).toEqual(said.slice(0, at));
  });
});

test("the synthesizer sees the goal and the whole transcript", async () => {
  const { of } = await runByBlock(pattern, goal, replies);
  const { user } = of("-synthesizer")[0]!;
  for (const part of [goal.goal, ...said]) expect(user).toContain(part);
});

test("each seat has a role of its own, told to it and to nobody else", async () => {
  const { of } = await runByBlock(pattern, goal, replies);
  for (const { name, role } of defaultRoster) {
    for (const { user } of of(`-${name}`)) {
      expect(defaultRoster.filter((seat) => user.includes(seat.role))).toHaveLength(1);
      expect(user).toContain(role);
    }
  }
});

test("all have the shared prompt and the capabilities", async () => {
  const { heard } = await runByBlock(pattern, goal, replies);
  for (const { system, tools } of heard) {
    expect(system.startsWith(directAnswerPrompt)).toBe(true);
    expect(tools).toEqual(["look-up"]);
  }
});

test("a roster without seats, or with one name twice, is refused", () => {
  const [seat] = defaultRoster;
  expect(() => roundRobin({ model: "a/b", roster: [] })).toThrow("is empty");
  expect(() => roundRobin({ model: "a/b", roster: [seat!, seat!] })).toThrow('has the name "alpha" twice');
  for (const roster of ["alpha", [{}], [{ name: "alpha" }]] as any[])
    expect(() => roundRobin({ model: "a/b", roster })).toThrow("has to be a list of { name, title, role }");
});

test("an outage of one seat is an error", async () => {
  const outage = Object.assign(new Error("unauthorized"), { statusCode: 401 });
  const { result } = await runByBlock(pattern, goal, { ...replies, "-beta": outage });
  expect(result).toMatchObject({ ok: false, error: expect.objectContaining({ message: "unauthorized" }) });
});

test("on a simulated model it is no worse than the single answer", async () => {
  const rate = await rateRight(roundRobinBenchmarkAdapter.build({ model: "sim/mine" }).sequencer);
  expect(rate).toBeGreaterThan(0.62);
});
