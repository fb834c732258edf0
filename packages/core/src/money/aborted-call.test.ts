import { expect, test } from "vitest";
import { leftOpen, neverSent } from "./aborted-call.ts";
import { noUsage } from "./usage.ts";

const reason = new Error("too late");
const told = {
  status: "aborted",
  error: { message: "too late" },
  modelId: "acme/one",
  usage: noUsage,
  streamed: false,
  latencyMs: 0,
};

test("a call that never went out cost nothing, whatever it could have cost", () => {
  for (const worstCaseUsd of [2, null]) {
    const facts = neverSent({ modelId: "acme/one", blockName: "writer", worstCaseUsd }, reason);
    expect(facts).toMatchObject({ ...told, blockName: "writer", usageKnown: "none", costUsd: 0 });
    expect(facts).not.toHaveProperty("carried");
  }
});

test.each([
  [2, "prices"],
  [null, "unpriced"],
])("one that was left open is carried at its worst case: %s", (worstCaseUsd, costBasis) => {
  const facts = leftOpen({ modelId: "acme/one", worstCaseUsd }, reason);
  expect(facts).toMatchObject({
    ...told,
    ...{ carried: true, usageKnown: "estimated", costUsd: worstCaseUsd, costBasis },
  });
  expect(facts).not.toHaveProperty("blockName");
});

test("each has usage of its own", () => {
  const intent = { modelId: "acme/one", worstCaseUsd: 0 };
  expect(neverSent(intent, reason).usage).not.toBe(neverSent(intent, reason).usage);
});
