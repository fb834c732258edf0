import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asking, jsonOf, textOf } from "../../test/support/asking.ts";
import { binomialBounds } from "../../test/support/binomial-bounds.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { AnswerKeyTask } from "./answer-key.ts";
import { simModel } from "./sim-model.ts";
import { probabilityRight, type SimProfile } from "./sim-profile.ts";
import { simProfiles } from "./sim-profiles.ts";

const task: AnswerKeyTask = {
  prompt: "Which planet has the shortest day?",
  right: "Jupiter",
  wrong: ["Saturn", "Mars"],
  difficulty: 0,
};
const trials = 4000;

/**
 * All rates are checked against exact binomial bounds at one in a million; seeds are fixed, so nothing is left to
 * chance.
 */
function expectRate(count: number, of: number, probability: number) {
  const { low, high } = binomialBounds(of, probability);
  expect(count).toBeGreaterThanOrEqual(low);
  expect(count).toBeLessThanOrEqual(high);
}

async function countOf(of: number, happens: (n: number) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (let n = 0; n < of; n++) if (await happens(n)) count += 1;
  return count;
}

const made = (profile: SimProfile, answerKey = [task]): LanguageModel =>
  simModel("mine", { answerKey, profiles: { mine: profile }, latencyScale: 0, seed: 2026 });

describe("the rate of right answers is that of the profile", () => {
  test.each<[keyof typeof simProfiles, number]>([
    ["strong", 0],
    ["strong", 2],
    ["weak", 0],
    ["weak", 1.5],
  ])("sim/%s at difficulty %d", async (name, difficulty) => {
    const model = simModel(name, { answerKey: [{ ...task, difficulty }], latencyScale: 0, seed: 1 });
    const right = await countOf(trials, async (n) => {
      return textOf(await model.doGenerate(asking(task.prompt, { cell: String(n) }))) === task.right;
    });
    expectRate(right, trials, probabilityRight(simProfiles[name], difficulty));
  });

  test("and wrong answers are all alike", async () => {
    const model = made({ ability: -1000 });
    const first = await countOf(trials, async (n) => {
      return textOf(await model.doGenerate(asking(task.prompt, { cell: String(n) }))) === task.wrong[0];
    });
    expectRate(first, trials, 0.5);
  });
});

const review = jsonOf(z.object({ decision: z.enum(["approve", "reject"]), reason: z.string() }));

describe("reviews are as sensitive as the profile", () => {
  const model = made({ ability: 0, review: { sensitivity: 0.7, falseAlarm: 0.15 } });
  test.each<[string, string, number]>([
    ["a wrong answer", "Saturn", 0.7],
    ["a right answer", "Jupiter", 0.15],
  ])("%s", async (_, answer, rate) => {
    const request = `Review this answer.\nTask: ${task.prompt}\nAnswer: ${answer}`;
    const rejected = await countOf(trials, async (n) => {
      const text = textOf(await model.doGenerate(asking(request, { cell: String(n) }, review)));
      return JSON.parse(text).decision === "reject";
    });
    expectRate(rejected, trials, rate);
  });
});

describe("judges err as the profile has it, on each criterion by itself", () => {
  const verdict = z.enum(["met", "unmet", "cannot-judge"]);
  const rubric = jsonOf(
    z.object({ criteria: z.array(z.object({ id: z.enum(["a", "b"]), evidence: z.string(), verdict })) }),
  );
  const model = made({ ability: 0, judge: { falsePass: 0.2, falseFail: 0.1, cannotJudge: 0.05 } });
  test.each<[string, string, number]>([
    ["a wrong answer", "Mars", 0.95 * 0.2],
    ["a right answer", "Jupiter", 0.95 * 0.9],
  ])("%s", async (_, answer, met) => {
    const request = `<task>${task.prompt}</task>\n<output>It is ${answer}.</output>`;
    const findings: string[][] = [];
    for (let n = 0; n < trials / 2; n++) {
      const text = textOf(await model.doGenerate(asking(request, { cell: String(n) }, rubric)));
      const criteria: { id: string; verdict: string }[] = JSON.parse(text).criteria;
      expect(criteria.map(({ id }) => id)).toEqual(["a", "b"]);
      findings.push(criteria.map((criterion) => criterion.verdict));
    }
    expectRate(findings.flat().filter((finding) => finding === "met").length, trials, met);
    expectRate(findings.flat().filter((finding) => finding === "cannot-judge").length, trials, 0.05);
    const both = findings.filter((pair) => pair.every((finding) => finding === "met")).length;
    expectRate(both, trials / 2, met ** 2);
  });
});

test("each fault comes at its rate, and one at a time", async () => {
  const failures = { rateLimit: 0.1, serverError: 0.08, timeout: 0.05, malformed: 0.06, refusal: 0.04 };
  const model = simModel("mine", {
    answerKey: [task],
    profiles: { mine: { ability: 1000, failures } },
    pause: async () => {},
  });
  const seen: Record<string, number> = {};
  for (let n = 0; n < trials; n++) {
    const outcome = await Promise.resolve(model.doGenerate(asking(task.prompt, { ordinal: n }))).then(
      (result) => result.finishReason.unified,
      (error: { statusCode: number }) => String(error.statusCode),
    );
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }
  expectRate(seen["429"]!, trials, failures.rateLimit);
  expectRate(seen["500"]!, trials, failures.serverError);
  expectRate(seen["504"]!, trials, failures.timeout);
  expectRate(seen.length!, trials, failures.malformed);
  expectRate(seen["content-filter"]!, trials, failures.refusal);
  expectRate(seen.stop!, trials, 1 - 0.33);
});

test("tools are used as often as the profile has it", async () => {
  const tools = [{ type: "function" as const, name: "search", inputSchema: { type: "object" as const } }];
  const model = made({ ability: 0, toolUse: 0.3 });
  const used = await countOf(trials, async (n) => {
    const result = await model.doGenerate(asking(task.prompt, { cell: String(n) }, { tools }));
    return result.finishReason.unified === "tool-calls";
  });
  expectRate(used, trials, 0.3);
});

describe("patterns differ by as much as can be computed", () => {
  const chance = 0.7;
  const ability = Math.log(chance / (1 - chance));
  const oneWrong = [{ ...task, wrong: ["Saturn"] }];
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

  test("the majority of five beats a single call", async () => {
    const model = made({ ability }, oneWrong);
    let single = 0;
    let voted = 0;
    for (let n = 0; n < trials; n++) {
      const cell = String(n);
      const votes: string[] = [];
      for (let voter = 0; voter < 5; voter++) {
        votes.push(textOf(await model.doGenerate(asking(task.prompt, { cell, block: `voter ${voter}` }))));
      }
      if (votes[0] === task.right) single += 1;
      const list = votes.map((vote, at) => `${at + 1}. ${vote}`).join("\n");
      const request = `Combine the answers.\n${task.prompt}\n${list}`;
      if (textOf(await model.doGenerate(asking(request, { cell, block: "combine" }))) === task.right)
        voted += 1;
    }
    const majority = [3, 4, 5].reduce(
      (sum, k) => sum + choose(5, k) * chance ** k * (1 - chance) ** (5 - k),
      0,
    );
    expect(majority).toBeCloseTo(0.83692, 5);
    expectRate(single, trials, chance);
    expectRate(voted, trials, majority);
  });

  test("a review with a second try beats a single call", async () => {
    const sensitivity = 0.8;
    const falseAlarm = 0.1;
    const model = made({ ability, review: { sensitivity, falseAlarm } }, oneWrong);
    const right = await countOf(trials, async (n) => {
      const cell = String(n);
      const draft = textOf(await model.doGenerate(asking(task.prompt, { cell, block: "draft" })));
      const given = `${task.prompt}\n<draft>${draft}</draft>`;
      const verdict = textOf(await model.doGenerate(asking(given, { cell, block: "review" }, review)));
      const revise = `Give the final answer.\n${given}\n<review>${verdict}</review>`;
      return textOf(await model.doGenerate(asking(revise, { cell, block: "revise" }))) === task.right;
    });
    const objected = chance * falseAlarm + (1 - chance) * sensitivity;
    expectRate(right, trials, chance * (1 - falseAlarm) + objected * chance);
  });

  test("the choice of the best of three by review beats a single call", async () => {
    const sensitivity = 0.8;
    const model = made({ ability, review: { sensitivity, falseAlarm: 0 } }, oneWrong);
    const best = jsonOf(z.object({ best: z.int().min(1).max(3) }));
    const right = await countOf(trials, async (n) => {
      const cell = String(n);
      const drafts: string[] = [];
      for (let at = 0; at < 3; at++) {
        drafts.push(textOf(await model.doGenerate(asking(task.prompt, { cell, ordinal: at }))));
      }
      const request = `${task.prompt}\n${drafts.map((draft, at) => `${at + 1}. ${draft}`).join("\n")}`;
      const chosen = JSON.parse(
        textOf(await model.doGenerate(asking(request, { cell, block: "pick" }, best))),
      );
      return drafts[chosen.best - 1] === task.right;
    });
    // With r right and w = 3 − r wrong drafts, of which each passes with 1 − sensitivity, r / (r + passed) is expected.
    const pass = 1 - sensitivity;
    let expected = 0;
    for (let r = 1; r <= 3; r++) {
      const drafted = choose(3, r) * chance ** r * (1 - chance) ** (3 - r);
      for (let k = 0; k <= 3 - r; k++) {
        expected += (drafted * choose(3 - r, k) * pass ** k * (1 - pass) ** (3 - r - k) * r) / (r + k);
      }
    }
    expectRate(right, trials, expected);
  });
});
