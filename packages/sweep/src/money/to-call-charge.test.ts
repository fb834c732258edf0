import { noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { type BookedCharge, toCallCharge } from "./to-call-charge.ts";

const charge: BookedCharge = {
  ...{ callId: "call", accounts: ["run", "cell"], payer: "subject", modelId: "acme/one" },
  ...{ costUsd: 0.5, costBasis: "prices", usage: { ...noUsage, inputTokens: 7 }, usageKnown: "reported" },
  ...{ status: "failed", error: { name: "Error", message: "no", status: 429 } },
  ...{ streamed: false, startedAt: "1970-01-01T00:00:00.000Z", latencyMs: 1 },
};

test("what has columns stands there, and only there", () => {
  const { details, ...columns } = toCallCharge(charge);
  expect(columns).toEqual({ callId: "call", costUsd: 0.5, usage: { ...noUsage, inputTokens: 7 } });
  expect(Object.keys(details).sort()).toEqual(
    ["costBasis", "error", "latencyMs", "startedAt", "status", "streamed", "usageKnown"].sort(),
  );
});

test("details are plain data of their own, without what is undefined", () => {
  const error = Object.assign(Object.create({ inherited: 1 }), {
    name: "Error",
    message: "no",
    code: undefined,
  });
  const { details } = toCallCharge({ ...charge, error, requestId: undefined } as unknown as BookedCharge);
  expect(details.error).toStrictEqual({ name: "Error", message: "no" });
  expect(details).not.toHaveProperty("requestId");
  error.message = "changed";
  expect(details.error).toMatchObject({ message: "no" });
});

test("an unknown cost stays unknown", () => {
  expect(toCallCharge({ ...charge, costUsd: null }).costUsd).toBeNull();
});
