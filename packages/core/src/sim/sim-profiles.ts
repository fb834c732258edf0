import type { SimProfile } from "./sim-profile.ts";

/**
 * The simulated models that are built in, each as `sim/<name>`. Probabilities of a right answer are for difficulty
 * −1, 0, 1 and 2; see `probabilityRight`. Prices are play money, in the range of real ones.
 */
export const simProfiles = Object.freeze({
  /** Right .95 .88 .73 .50 of the time; reviews and judges well; about 40 ms; dear. */
  strong: {
    ability: 2,
    review: { sensitivity: 0.85, falseAlarm: 0.05 },
    judge: { falsePass: 0.05, falseFail: 0.04 },
    toolUse: 0.95,
    latency: { meanMs: 40, spreadMs: 15 },
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  },
  /** Right .82 .62 .38 .18 of the time; finds half of the mistakes; about 15 ms; cheap. */
  weak: {
    ability: 0.5,
    review: { sensitivity: 0.5, falseAlarm: 0.15 },
    judge: { falsePass: 0.25, falseFail: 0.15 },
    toolUse: 0.7,
    latency: { meanMs: 15, spreadMs: 5 },
    price: { input: 0.25, output: 1.25 },
  },
  /** Of middling skill (.88 .73 .50 .27), and one call in five goes wrong in one of five ways. */
  flaky: {
    ability: 1,
    review: { sensitivity: 0.7, falseAlarm: 0.1 },
    judge: { falsePass: 0.1, falseFail: 0.1 },
    toolUse: 0.85,
    latency: { meanMs: 15, spreadMs: 5 },
    failures: {
      rateLimit: 0.08,
      serverError: 0.05,
      timeout: 0.01,
      malformed: 0.04,
      refusal: 0.02,
      retryAfterSeconds: 0.05,
      hangMs: 2_000,
    },
    price: { input: 0.5, output: 2 },
  },
  /** Right .92 .82 .62 .38 of the time, after 1.5 s and with two tokens of reasoning for each of the answer. */
  slow: {
    ability: 1.5,
    review: { sensitivity: 0.8, falseAlarm: 0.08 },
    judge: { falsePass: 0.08, falseFail: 0.06 },
    toolUse: 0.9,
    latency: { meanMs: 1_500, spreadMs: 500 },
    reasoningRatio: 2,
    price: { input: 1, output: 5 },
  },
  /** Made for judging: wrong about a criterion 3 times in 100, abstains once in 100; about 10 ms. */
  judge: {
    ability: 1.5,
    review: { sensitivity: 0.95, falseAlarm: 0.03 },
    judge: { falsePass: 0.03, falseFail: 0.03, cannotJudge: 0.01 },
    toolUse: 0,
    latency: { meanMs: 10, spreadMs: 3 },
    price: { input: 1, output: 5 },
  },
}) satisfies Readonly<Record<string, SimProfile>>;
