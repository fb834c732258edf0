import { expect, test } from "vitest";
import { DearerCalls } from "./dearer-calls.ts";

test("calls that kept to what was held back are no news", () => {
  const dearer = new DearerCalls();
  dearer.see({ modelId: "acme/small" });
  dearer.see({ modelId: "acme/small", overReserved: false });
  expect(dearer.warnings()).toEqual([]);
});

test("what agents report of their own spending has no price that could be corrected", () => {
  const dearer = new DearerCalls();
  for (let at = 0; at < 2; at++)
    dearer.see({ modelId: "command", overReserved: true, finishReason: "reported" });
  dearer.see({ modelId: "acme/small", overReserved: true });
  expect(dearer.warnings()).toEqual([
    "What agents reported of their own spending (command, 2 times) was held back by nobody, so the strict budget may be passed.",
    expect.stringMatching(/^A call to acme\/small .* Correct the price of the model\.$/),
  ]);
});

test("one sentence a model says how many of its calls cost more", () => {
  const dearer = new DearerCalls();
  for (const modelId of ["acme/small", "acme/large", "acme/large", "acme/large"])
    dearer.see({ modelId, overReserved: true });
  expect(dearer.warnings()).toEqual([
    expect.stringMatching(/^A call to acme\/small cost more /),
    expect.stringMatching(/^3 calls to acme\/large cost more /),
  ]);
});
