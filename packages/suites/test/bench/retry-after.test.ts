// A provider that turns calls away says when it may be asked again.
import { expect, test } from "vitest";
import { openBench } from "./support.ts";

/** A model whose provider always turns calls away, and how often it was asked. */
function busy(seconds: number) {
  const asked = { times: 0 };
  const modelResolver = (modelId: string) => ({
    modelId,
    price: { input: 1, output: 1 },
    async generate(): Promise<never> {
      asked.times += 1;
      const headers = new Headers({ "retry-after": String(seconds) });
      throw Object.assign(new Error("Rate limit reached."), { status: 429, headers });
    },
  });
  return { asked, modelResolver };
}

test("one that asks for an hour is asked once, and the case stays without a result", async () => {
  await using bench = await openBench();
  const { asked, modelResolver } = busy(3600);
  const { outcome, runs } = await bench.run({}, "x", { model: "acme/m", modelResolver });
  expect({ outcome, attempts: runs[0]!.attempts, ...asked }).toEqual({
    ...{ outcome: "infrastructure", attempts: 1, times: 1 },
  });
});

test("one that asks for a moment is asked again", async () => {
  await using bench = await openBench();
  const { asked, modelResolver } = busy(0);
  const { outcome, runs } = await bench.run({}, "x", {
    ...{ model: "acme/m", modelResolver },
    limits: { backoffBaseMs: 1, maxAttempts: 1 },
  });
  expect(outcome).toBe("infrastructure");
  expect(runs[0]!.attempts).toBeGreaterThan(1);
  expect(asked.times).toBeGreaterThan(runs[0]!.attempts);
});
