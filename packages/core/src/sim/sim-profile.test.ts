import { describe, expect, test } from "vitest";
import { completeProfile, probabilityRight, type SimProfile, SimProfileError } from "./sim-profile.ts";
import { simProfiles } from "./sim-profiles.ts";

describe("the probability of a right answer", () => {
  test("is a half where ability meets difficulty, and follows the logistic curve", () => {
    expect(probabilityRight({ ability: 1.3 }, 1.3)).toBe(0.5);
    expect(probabilityRight({ ability: 2 }, 0)).toBeCloseTo(0.880797, 6);
    expect(probabilityRight({ ability: 2, slope: 2 }, 1)).toBeCloseTo(0.880797, 6);
  });

  test("stays between floor and ceiling", () => {
    const profile = { ability: 0, floor: 0.25, ceiling: 0.9 };
    expect(probabilityRight(profile, 100)).toBeCloseTo(0.25, 9);
    expect(probabilityRight(profile, -100)).toBeCloseTo(0.9, 9);
    expect(probabilityRight(profile, 0)).toBeCloseTo(0.575, 9);
  });

  test.each<[keyof typeof simProfiles, number[]]>([
    ["strong", [0.95, 0.88, 0.73, 0.5]],
    ["weak", [0.82, 0.62, 0.38, 0.18]],
    ["flaky", [0.88, 0.73, 0.5, 0.27]],
    ["slow", [0.92, 0.82, 0.62, 0.38]],
  ])("of sim/%s is as documented", (name, documented) => {
    const rates = [-1, 0, 1, 2].map((difficulty) => probabilityRight(simProfiles[name], difficulty));
    expect(rates.map((rate) => Math.round(rate * 100) / 100)).toEqual(documented);
  });
});

test("every profile built in is sound", () => {
  for (const [name, profile] of Object.entries(simProfiles)) {
    expect(() => completeProfile(name, profile)).not.toThrow();
  }
});

test("what is left out is filled in, but no price is made up", () => {
  const complete = completeProfile("mine", { ability: 1, failures: { refusal: 0.5 } });
  expect(complete.review).toEqual({ sensitivity: 1, falseAlarm: 0 });
  expect(complete.failures).toMatchObject({ refusal: 0.5, rateLimit: 0, hangMs: 60_000 });
  expect(complete).not.toHaveProperty("price");
});

test.each<[Partial<SimProfile>, string]>([
  [{ ability: Number.NaN }, "ability NaN; give a finite number"],
  [{ toolUse: 1.5 }, "toolUse 1.5; give a probability from 0 to 1"],
  [{ review: { sensitivity: -0.1, falseAlarm: 0 } }, "sensitivity -0.1"],
  [{ judge: { falsePass: 2, falseFail: 0 } }, "falsePass 2"],
  [{ latency: { meanMs: -1, spreadMs: 0 } }, "meanMs -1; give a number that is not negative"],
  [{ latency: { meanMs: 5, spreadMs: -1 } }, "spreadMs -1; give a number that is not negative"],
  [{ latency: null as never }, "latency null; give an object"],
  [{ failures: 5 as never }, "failures 5; give an object"],
  [{ toolUse: "0.5" as never }, "toolUse 0.5; give a probability from 0 to 1"],
  [{ toolUse: null as never }, "toolUse null; give a probability from 0 to 1"],
  [{ abilty: 1 } as never, 'an unknown field "abilty"; give only ability, slope'],
  [
    { failures: { rateLimits: 1 } as never },
    'an unknown field "rateLimits"; give only rateLimit, serverError',
  ],
  [{ floor: 0.8, ceiling: 0.5 }, "floor 0.8; give a floor that is not above the ceiling"],
  [{ failures: { rateLimit: 0.6, refusal: 0.6 } }, "failure rates that sum to 1.2"],
])("%j is refused", (change, message) => {
  expect(() => completeProfile("mine", { ability: 0, ...change })).toThrow(SimProfileError);
  expect(() => completeProfile("mine", { ability: 0, ...change })).toThrow(`"mine" has ${message}`);
});

test.each([null, undefined, 5, "strong", []])("%j is no profile", (profile) => {
  expect(() => completeProfile("mine", profile as never)).toThrow(SimProfileError);
  expect(() => completeProfile("mine", profile as never)).toThrow(/has the profile .*; give an object\.$/);
});

test("half a latency is filled in", () => {
  expect(completeProfile("mine", { ability: 0, latency: { meanMs: 5 } as never }).latency).toEqual({
    meanMs: 5,
    spreadMs: 0,
  });
});

test("a price that is none is refused", () => {
  expect(() => completeProfile("mine", { ability: 0, price: { input: -1, output: 1 } })).toThrow(
    '"input" of "sim/mine" is -1, not a number of US dollars',
  );
});
