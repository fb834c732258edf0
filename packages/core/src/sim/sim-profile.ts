import { FlowError } from "../errors/flow-error.ts";
import { checkPrice, InvalidPriceError } from "../money/check-price.ts";
import type { ModelPrice } from "../money/model-price.ts";

/** How often calls of a simulated model go wrong, each a probability per call; together at most 1. */
export interface SimFailures {
  /** Answered with status 429 and `retry-after`. */
  rateLimit?: number;
  /** Answered with status 500. */
  serverError?: number;
  /** Says nothing until the call is aborted, or for `hangMs`, then status 504. */
  timeout?: number;
  /** Broken JSON where JSON was asked for, else a text that is cut off (finish reason `length`). */
  malformed?: number;
  /** Declines, with finish reason `content-filter`. */
  refusal?: number;
  /** Seconds in `retry-after`; 1 when absent. */
  retryAfterSeconds?: number;
  /** How long a timeout hangs; 60,000 when absent. */
  hangMs?: number;
}

/** What a simulated model is like. All rates are probabilities, 0–1. */
export interface SimProfile {
  /** On the scale of difficulty, in logits: at a task of this difficulty it is right half of the time. */
  ability: number;
  /** How sharply skill falls off with difficulty; 1 when absent. */
  slope?: number;
  /** Lowest and highest probability of being right, however hard or easy the task; 0 and 1 when absent. */
  floor?: number;
  ceiling?: number;
  review?: {
    /** Objects to a wrong answer. */
    sensitivity: number;
    /** Objects to a right answer. */
    falseAlarm: number;
  };
  judge?: {
    /** Finds a criterion met by a wrong answer. */
    falsePass: number;
    /** Finds a criterion unmet by a right answer. */
    falseFail: number;
    /** Abstains on a criterion where the schema lets it; 0 when absent. */
    cannotJudge?: number;
  };
  /** Calls a tool when tools are offered and none has answered yet. */
  toolUse?: number;
  /** Log-normal, with this mean and standard deviation. None when absent. */
  latency?: { meanMs: number; spreadMs: number };
  /** Reasoning tokens billed for each token of the answer; 0 when absent. */
  reasoningRatio?: number;
  failures?: SimFailures;
  /** Of play money: whatever it comes to is labelled simulated. Its cost is not known when absent. */
  price?: ModelPrice;
}

/**
 * A profile with everything filled in but the price: what a profile leaves out, it does without error, always and at
 * once.
 */
export interface CompleteSimProfile extends Required<Omit<SimProfile, "price">> {
  price?: ModelPrice;
  review: Required<NonNullable<SimProfile["review"]>>;
  judge: Required<NonNullable<SimProfile["judge"]>>;
  failures: Required<SimFailures>;
}

/**
 * Probability that a model of this profile answers a task right, by the logistic curve of item response theory:
 * `floor + (ceiling − floor) / (1 + exp(−slope × (ability − difficulty)))`.
 */
export function probabilityRight(profile: SimProfile, difficulty: number): number {
  const { ability, slope = 1, floor = 0, ceiling = 1 } = profile;
  return floor + (ceiling - floor) / (1 + Math.exp(-slope * (ability - difficulty)));
}

/**
 * Fills in what a profile leaves out; throws a `SimProfileError` when a number is out of its range or a field is not
 * one of a profile, and an `InvalidPriceError` when its price is none.
 */
export function completeProfile(name: string, profile: SimProfile): CompleteSimProfile {
  checkFields(name, profile);
  const complete: CompleteSimProfile = {
    slope: 1,
    floor: 0,
    ceiling: 1,
    toolUse: 1,
    reasoningRatio: 0,
    ...profile,
    latency: { meanMs: 0, spreadMs: 0, ...profile.latency },
    review: { sensitivity: 1, falseAlarm: 0, ...profile.review },
    judge: { falsePass: 0, falseFail: 0, cannotJudge: 0, ...profile.judge },
    failures: {
      rateLimit: 0,
      serverError: 0,
      timeout: 0,
      malformed: 0,
      refusal: 0,
      retryAfterSeconds: 1,
      hangMs: 60_000,
      ...profile.failures,
    },
  };
  check(name, complete);
  return complete;
}

/** A profile with a number that makes no sense. */
export class SimProfileError extends FlowError {
  override readonly name = "SimProfileError";

  constructor(facts: { profile: string; field: string; value: unknown; expected: string }) {
    super(
      `The simulated model "${facts.profile}" has ${facts.field} ${String(facts.value)}; give ${facts.expected}.`,
      { code: "sim-profile-invalid", details: { profile: facts.profile, field: facts.field } },
    );
  }
}

/** Every field a profile can have, with the fields of those that are objects. */
const fields: Record<keyof SimProfile, readonly string[] | undefined> = {
  ability: undefined,
  slope: undefined,
  floor: undefined,
  ceiling: undefined,
  review: ["sensitivity", "falseAlarm"],
  judge: ["falsePass", "falseFail", "cannotJudge"],
  toolUse: undefined,
  latency: ["meanMs", "spreadMs"],
  reasoningRatio: undefined,
  failures: ["rateLimit", "serverError", "timeout", "malformed", "refusal", "retryAfterSeconds", "hangMs"],
  price: ["input", "output", "cacheRead", "cacheWrite"],
};

/** Only what is known, and objects where objects belong; the numbers are checked when all is filled in. */
function checkFields(profile: string, given: unknown): void {
  const known = (value: unknown, field: string, names: readonly string[]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new SimProfileError({ profile, field, value, expected: "an object" });
    }
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue;
      throw new SimProfileError({
        profile,
        field: "an unknown field",
        value: JSON.stringify(name),
        expected: `only ${names.join(", ")}`,
      });
    }
  };
  known(given, "the profile", Object.keys(fields));
  for (const [field, names] of Object.entries(fields)) {
    const value = (given as Record<string, unknown>)[field];
    if (names && value !== undefined) known(value, field, names);
  }
  const { price } = given as SimProfile;
  const model = `sim/${profile}`;
  if (price !== undefined) checkPrice(price, model, (problem) => new InvalidPriceError(problem, model));
}

function check(profile: string, complete: CompleteSimProfile): void {
  const { review, judge, failures, latency } = complete;
  const { rateLimit, serverError, timeout, malformed, refusal, retryAfterSeconds, hangMs } = failures;
  const rates = { rateLimit, serverError, timeout, malformed, refusal };
  const { floor, ceiling, toolUse } = complete;
  const probabilities = { floor, ceiling, toolUse, ...review, ...judge, ...rates };
  const amounts = { ...latency, reasoningRatio: complete.reasoningRatio, retryAfterSeconds, hangMs };
  const require = (holds: boolean, field: string, value: unknown, expected: string) => {
    if (!holds) throw new SimProfileError({ profile, field, value, expected });
  };
  for (const [field, value] of Object.entries({ ability: complete.ability, slope: complete.slope })) {
    require(Number.isFinite(value), field, value, "a finite number");
  }
  for (const [field, value] of Object.entries(probabilities)) {
    require(typeof value === "number" && value >= 0 && value <= 1, field, value, "a probability from 0 to 1");
  }
  for (const [field, value] of Object.entries(amounts)) {
    require(Number.isFinite(value) && value >= 0, field, value, "a number that is not negative");
  }
  require(floor <= ceiling, "floor", floor, "a floor that is not above the ceiling");
  const sum = Object.values(rates).reduce((total, rate) => total + rate, 0);
  require(sum <= 1 + 1e-9, "failure rates that sum to", sum, "rates that sum to at most 1");
}
